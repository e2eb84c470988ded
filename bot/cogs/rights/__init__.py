"""A learner's rights over their record, in Discord."""
