"""The game in Discord: screens are values, one router hears every touch, nothing is kept between two of them.

What a touch means is written in its custom_id, so it means the same after a restart.
"""
