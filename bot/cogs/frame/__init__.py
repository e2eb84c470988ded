"""Everything a screen and a touch are made of, whatever they are about."""
