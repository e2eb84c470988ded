"""The killing harness: the real bot dies at any instant, again and again, and nothing acknowledged may be lost.

A campaign lets learners play on the stand-in for Discord, kills the bot, starts it again, and in the end holds what was
acknowledged against what is stored. What a learner plays is a `Scenario`; SCENARIOS in `campaign.py` lists them. Many
kills are aimed: between the moment an answer is kept and the moment its learner is told (`instant.py`). Now and then
all is looked at before anyone plays on: every placard shows what is stored and stands once, no clock ran meanwhile.
"""
