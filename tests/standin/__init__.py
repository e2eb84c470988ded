"""A stand-in for Discord on the loopback: REST and gateway as discord.py meets them, for the real bot in a process.

It holds an answer to Discord's laws (one first answer within three seconds, codes 40060 and 10062), keeps every call,
and misbehaves when asked to: refusals, lost calls, deliveries twice and out of order.
"""
