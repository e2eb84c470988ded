"""A load: a town of guilds that plays on a real database, without Discord: how much it bears, what gives out first."""
