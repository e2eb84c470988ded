"""The halls, the map and a learner's own record, in Discord."""
