from hypothesis import settings

settings.register_profile("unhurried", deadline=None)  # the first call derives or warms torch; time proves nothing here
settings.load_profile("unhurried")
