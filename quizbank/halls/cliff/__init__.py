"""The Broken Curve, where texts grow longer than those that were trained on."""
