"""A Red-DiscordBot that is never connected, in which the cog lives a whole life; run by Red's own Python."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from importlib.util import find_spec
from types import SimpleNamespace
from typing import Any

from redbot.core import _drivers, data_manager
from redbot.core._cli import parse_cli_flags
from redbot.core.bot import Red

ANN, BOB = 71, 72
GROUPS = {"elder", "study", "teach", "wall"}


async def main(folder: str) -> None:
    """Load, enable, play, export, erase, block, unload and load again."""
    data_manager.basic_config = {**data_manager.basic_config_default, "DATA_PATH": folder, "STORAGE_TYPE": "JSON"}
    await _drivers.get_driver_class().initialize(**data_manager.storage_details())
    red = Red(cli_flags=parse_cli_flags(["test"]), description="", dm_help=None, owner_ids=set())
    red._red_ready.set()  # it never is without a gateway
    listeners = heard(red)
    spec = find_spec("gausselder")
    assert spec is not None
    await red.load_extension(spec)
    cog = red.get_cog("GaussElder")
    assert (data_manager.cog_data_path(cog) / "gauss.db").is_file()

    await commands(red)
    await record(red, cog)
    await blocking(red, cog)

    pids = cog.host.play.house.workshop.pids
    await red.unload_extension("gausselder")
    assert red.get_cog("GaussElder") is None
    assert heard(red) == listeners
    assert not GROUPS & {*red.tree._disabled_global_commands, *(each.name for each in red.tree.get_commands())}
    assert not [pid for pid in pids if alive(pid)]

    await red.load_extension(spec)
    assert (await red.get_cog("GaussElder").host.play.meet(BOB)).name == "bob"
    await red.unload_extension("gausselder")


async def commands(red: Any) -> None:
    """Commands wait until the owner wants them, and then speak Chinese by themselves."""
    waiting = red.tree._disabled_global_commands
    assert set(waiting) >= GROUPS, waiting
    assert all(waiting[name].module.startswith("gausselder") for name in GROUPS)
    for name in GROUPS:
        await red.enable_app_command(name)
    await red.tree.red_check_enabled()
    told = {each.name: each.to_dict(red.tree) for each in red.tree.get_commands()}
    assert set(told) >= GROUPS
    assert all("zh-CN" in told[name]["name_localizations"] for name in GROUPS)


async def record(red: Any, cog: Any) -> None:
    """Whatever is kept of someone is given to them, and gone when Red says so, whoever asked it to."""
    for requester in ("discord_deleted_user", "owner", "user", "user_strict", "of an age to come"):
        ann = await cog.host.play.meet(ANN, name="ann")
        await cog.host.play.fight(ann)
        [(name, file)] = (await cog.red_get_data_for_user(user_id=ANN)).items()
        kept = json.load(file)["kept"]
        assert name == "gauss-elder.json"
        assert len(kept["battle"]) == 1
        result = await red.handle_data_deletion_request(requester=requester, user_id=ANN)
        assert not result.failed_cogs, result
        assert await cog.red_get_data_for_user(user_id=ANN) == {}
    await cog.host.play.meet(BOB, name="bob")


async def blocking(red: Any, cog: Any) -> None:
    """Whom Red ignores may touch nothing."""
    bob = SimpleNamespace(guild=None, user=SimpleNamespace(id=BOB, bot=False))
    assert await cog.admits(bob)
    await red._whiteblacklist_cache.add_to_blacklist(None, {BOB})
    assert not await cog.admits(bob)


def heard(red: Any) -> dict[str, int]:
    """Return how many listen to each event."""
    return {name: len(each) for name, each in red.extra_events.items() if each}


def alive(pid: int) -> bool:
    """Whether there is a process of that id."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
