from io import BytesIO

from hypothesis import given
from hypothesis import strategies as st

from bot.workshop import frames
from bot.workshop.frames import Frame

MESSAGES = st.dictionaries(st.text(), st.integers() | st.text() | st.lists(st.booleans()))
FRAMES = st.builds(Frame, MESSAGES, st.binary())


@given(st.lists(FRAMES))
def test_frames_are_read_as_they_were_written_one_after_the_other(sent):
    stream = BytesIO()
    for frame in sent:
        frames.write(stream, frame)
    stream.seek(0)

    assert [frames.read(stream) for _ in sent] == sent
    assert frames.read(stream) is None


@given(FRAMES, st.data())
def test_a_frame_broken_off_anywhere_is_the_end_of_the_stream(frame, data):
    stream = BytesIO()
    frames.write(stream, frame)
    whole = stream.getvalue()
    part = whole[: data.draw(st.integers(0, len(whole) - 1))]

    assert frames.read(BytesIO(part)) is None
