"""Sends rollouts to a Falsezero server. One file, the standard library only, Python 3.9 and up.

    import falsezero

    fz = falsezero.Run("browser-7", url="http://127.0.0.1:6161")
    for step in range(1, 101):
        fz.step(step, expected=64)
        for rollout in generate(step):
            fz.log(rollout)            # a dict, a dataclass, a pydantic model, or a NeMo Gym verify response as it is
    fz.finish()

What it promises:

*   Nothing here blocks training or raises into it. A call puts a snapshot into a queue; two background threads do the
    rest. What goes wrong inside is told to the logger ``falsezero``.
*   What was logged is written to a spool on the local disk, sent, and removed once the server has acknowledged it. It
    outlives a server that is away and a process that dies; a later process with the same spool sends what is left.
*   Each rollout counts once, however often it was sent: it has an identity from the moment it was logged.
*   Memory and disk are bounded, by estimates. What does not fit is dropped, counted, logged once and told again by
    ``finish``.
*   What you pass may be changed once ``log`` has returned: dicts and lists in it are copied. Tensors, arrays, pydantic
    models and dataclasses are read a moment later by the background thread, so don't change those in place.

``python falsezero.py flush`` sends what earlier processes left behind. The whole story: docs/python.md of Falsezero.
"""

from __future__ import annotations

import atexit
import dataclasses
import datetime
import email.utils
import encodings.idna  # noqa: F401  see below
import enum
import errno
import functools
import gc
import gzip
import hashlib
import http.client
import itertools
import json
import logging
import math
import operator
import os
import random
import re
import socket
import ssl
import struct
import sys
import tempfile
import threading
import time
import urllib.parse
import uuid
import weakref
import zlib
from collections import deque
from typing import Any, Callable, Dict, List, Mapping, Optional, Tuple, Union

try:
    import fcntl
except ImportError:  # Windows: nothing is adopted there, because it can't be told whose owner is gone.
    fcntl = None  # type: ignore[assignment]

__version__ = "0.1.0"
__all__ = ["Middleware", "Run"]

logger = logging.getLogger("falsezero")

# Whatever the background threads need is imported here. An import that is under way in one of them while its process
# forks would leave its lock held in the child, for ever: a first connection imports the codec of host names.
"localhost".encode("idna")

_USUAL_URL = "http://127.0.0.1:6161"
_MIB = 1024 * 1024

# Rows of one request, and their bytes before they are packed: well below the limits of the server.
_BATCH_ROWS = 512
_BATCH_BYTES = 4 * _MIB
# A spool file of a healthy process is begun anew beyond this, so that acknowledged rows leave the disk.
_FILE_BYTES = 8 * _MIB
# Rows gather for this long before they are written.
_GATHER_S = 0.01
# Work of the background between two moments at which the trainer's thread may go first: a call of `log` waits no longer,
# and who keeps the interpreter busy still leaves it a share.
_TURN_S = 0.0005
# Rows that weigh more than this, bytes, are serialised in slices, so that a caller of `log` can go first in between.
_SLICED_FROM = 16 * 1024
# What is serialised in one slice, in whole numbers of some 0.1 µs each.
_SLICE = 2_000
# A sleep that is long enough for a thread that waits for the interpreter to get it.
_GIVE_WAY_S = 0.00005
_ADOPT_EVERY_S = 10.0
# Rows that name no launch join the newest; those that are older than this, that in which they were logged.
_FRESH_MS = 2_000
# Files of processes that are gone which are held open at once: descriptors are the trainer's.
_ADOPT_AT_ONCE = 4
_LONGEST_BACKOFF_S = 15.0
_LONGEST_RETRY_AFTER_S = 120.0
# A token that is refused may be put right on the server: asked again, but seldom.
_REFUSED_WAIT_S = 60.0
# What is longer has no place in an address: a server closes the connection while it is still being sent, which looks
# like one that is away, and would be tried for ever.
_LONGEST_IN_ADDRESS = 1_000
# Tries of a batch that the server can't digest (HTTP 500) before it is taken apart, and its bad row is given up.
_TRIES_OF_500 = 4


# ---------------------------------------------------------------------------------------------------------------------
# Snapshots: what `log` takes along, in the caller's thread. Cheap, and good enough to let the caller go on.

_PLAIN = frozenset({int, float, bool, type(None)})
# Beyond this many containers of one row the rest is taken by reference.
_SNAPSHOT_CONTAINERS = 20_000
_SNAPSHOT_DEPTH = 60
# Lists that are longer, and whose ends and middle are no containers, are copied without looking at each element.
_FLAT_FROM = 64


# Elements of long lists that are new to Python's garbage collector before it is asked to look. It looks at each of them:
# left to itself it does so once in many rows, and whoever called `log` just then waits for several milliseconds.
_COLLECT_EVERY = 50_000
# Where it starts by itself, in new containers, up to what Python has it at; beyond that, it is in the trainer's hands.
_USUAL_COLLECTION = 2_000


class _Snapshot:
    """Copies dicts and lists, and estimates what they weigh in memory, bytes."""

    __slots__ = ("size", "left", "looks", "flat")

    def __init__(self) -> None:
        self.size = 200
        self.flat = 0  # elements of long lists
        self.left = _SNAPSHOT_CONTAINERS
        self.looks = 2_000

    def take(self, value: Any, depth: int = 0) -> Any:
        kind = type(value)
        if kind is str:
            self.size += sys.getsizeof(value)
            return value
        if kind in _PLAIN:
            return value
        if isinstance(value, dict):
            self.left -= 1
            self.size += 100 * len(value)
            if self.left < 0 or depth > _SNAPSHOT_DEPTH:
                return value
            copy: Dict[Any, Any] = {}
            for key, inner in value.items():
                if type(inner) is str:
                    self.size += sys.getsizeof(inner)
                    copy[key] = inner
                elif type(inner) in _PLAIN:
                    copy[key] = inner
                else:
                    copy[key] = self.take(inner, depth + 1)
            return copy
        if kind is list or kind is tuple:
            self.left -= 1
            count = len(value)
            self.size += 40 * count
            if self.left < 0 or depth > _SNAPSHOT_DEPTH:
                return value
            if count > _FLAT_FROM and all(type(value[at]) in _PLAIN for at in (0, count // 2, -1)):
                self.flat += count
                # Unlike a list, a tuple of numbers is looked at by the garbage collector only once.
                return tuple(value)
            return kind([self.take(inner, depth + 1) for inner in value])
        self.weigh(value, depth)
        return value

    def weigh(self, value: Any, depth: int) -> None:
        """Adds the weight of what is taken by reference: of arrays their bytes, of models and dataclasses their fields."""
        weight = getattr(value, "nbytes", None)
        kind = type(value)
        if type(weight) is int:
            self.size += 100 + weight
        elif hasattr(kind, "__dataclass_fields__"):
            self.weigh_inside([getattr(value, name, None) for name in kind.__dataclass_fields__], depth)
        elif hasattr(kind, "model_dump") or hasattr(kind, "__fields__"):
            self.weigh_inside(list(getattr(value, "__dict__", {}).values()), depth)
        elif isinstance(value, (set, frozenset, deque)):
            self.weigh_inside(value, depth)
        else:
            self.size += max(1_000, sys.getsizeof(value, 1_000))

    def weigh_inside(self, values: Any, depth: int) -> None:
        """The same of what it holds, in at most some 2,000 places; nothing is copied."""
        self.size += 100
        self.looks -= 1
        if self.looks < 0 or depth > _SNAPSHOT_DEPTH:
            return
        for inner in values:
            kind = type(inner)
            self.size += 40
            if kind in _PLAIN:
                continue
            if kind is str:
                self.size += sys.getsizeof(inner)
            elif isinstance(inner, dict):
                self.size += 60 * len(inner)
                self.weigh_inside(inner.values(), depth + 1)
            elif kind is list or kind is tuple:
                if len(inner) > _FLAT_FROM and all(type(inner[at]) in _PLAIN for at in (0, len(inner) // 2, -1)):
                    self.size += 40 * len(inner)
                else:
                    self.weigh_inside(inner, depth + 1)
            else:
                self.weigh(inner, depth + 1)


# ---------------------------------------------------------------------------------------------------------------------
# Rows as JSON, in the background thread.


def _to_fields(value: Any) -> Dict[str, Any]:
    """The fields of anything that `log` takes.

    Raises TypeError for what has none.
    """
    if isinstance(value, dict):
        return value
    for name in ("model_dump", "dict"):  # pydantic 2, pydantic 1
        dump = getattr(value, name, None)
        if callable(dump) and not isinstance(value, type):
            # By alias, as its server would write it.
            fields = dump(by_alias=True)
            if isinstance(fields, dict):
                return fields
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"a rollout is a dict, a dataclass or a pydantic model, not {type(value).__name__}")


def _to_json_value(value: Any) -> Any:
    """What json.dumps does not know by itself: tensors and arrays, models, dates, and at last its text."""
    if isinstance(value, enum.Enum):
        return value.value
    if hasattr(value, "tolist"):  # numpy and torch, scalars included
        if hasattr(value, "detach"):
            value = value.detach()
        return value.tolist()
    if isinstance(value, (datetime.datetime, datetime.date, datetime.time)):
        if isinstance(value, datetime.datetime) and value.tzinfo is None:
            value = value.astimezone()
        return value.isoformat()
    if isinstance(value, (set, frozenset, deque)):
        return list(value)
    if isinstance(value, (bytes, bytearray, memoryview)):
        return bytes(value).decode("utf-8", "replace")
    if isinstance(value, BaseException):
        return {"type": type(value).__name__, "message": str(value)[:2_000]}
    try:
        return _to_fields(value)
    except TypeError:
        pass
    if hasattr(value, "__float__"):
        return float(value)
    return str(value)[:2_000]


def _to_plain(value: Any, left: List[int], depth: int = 0) -> Any:
    """Anything as what JSON can hold: keys as text, cycles and depths cut. For rows that json.dumps refuses.

    Args:
        left: how many values may still be looked at, in its one place: a cycle that branches has no end.
    """
    if isinstance(value, int) and not isinstance(value, bool) and value.bit_length() > 4_096:
        return f"(a whole number of {value.bit_length()} bits)"
    if value is None or isinstance(value, (str, int, float)):
        return value
    left[0] -= 1
    if depth > 50 or left[0] < 0:
        return "…"
    if isinstance(value, dict):
        return {
            key if isinstance(key, str) else str(key): _to_plain(inner, left, depth + 1) for key, inner in value.items()
        }
    if isinstance(value, (list, tuple, set, frozenset)):
        left[0] -= len(value) // 100  # A long list that a cycle comes by again and again is written each time.
        return [_to_plain(inner, left, depth + 1) for inner in value]
    try:
        return _to_plain(_to_json_value(value), left, depth + 1)
    except Exception as error:
        return f"(unreadable: {type(error).__name__})"


_encoder = json.JSONEncoder(default=_to_json_value, separators=(",", ":"))


def _spend(value: Any, left: int) -> int:
    """What is left of a budget, in whole numbers, once a value is serialised.

    Below zero where it is too much for it, or nothing that json knows by itself.
    """
    kind = type(value)
    if kind is str:
        return left - 1 - len(value) // 32
    if kind in _PLAIN:
        return left - (6 if kind is float else 1)
    if kind is list or kind is tuple:
        cost = _cost_of_each(value)
        if cost:
            return left - cost * len(value)
        left -= 8
        for inner in value:
            left = _spend(inner, left)
            if left < 0:
                break
        return left
    if isinstance(value, dict):
        left -= 8
        for inner in value.values():
            left = _spend(inner, left - 2)
            if left < 0:
                break
        return left
    return -1


def _cost_of_each(values: Any) -> int:
    """What an element of a long list of numbers costs, in whole numbers; 0 for any other list."""
    if len(values) <= _FLAT_FROM:
        return 0
    kinds = {type(values[at]) for at in (0, len(values) // 2, -1)}
    return 0 if not kinds <= _PLAIN else 6 if float in kinds else 1


class _Slices:
    """JSON of a large value, to the letter what the encoder makes of it, in pieces of a fraction of a millisecond.

    The encoder works in C: it holds the interpreter until all is done, whoever waits for it.

    Args:
        give_way: called after each piece.
    """

    def __init__(self, give_way: Callable[[], None]) -> None:
        self.parts: List[str] = []
        self._give_way = give_way

    def add(self, value: Any, depth: int = 0) -> None:
        kind = type(value)
        if depth > 20 or _spend(value, _SLICE) >= 0:
            self._add_whole(value)
        elif kind is str:
            self._add_parts('"', value, 32 * _SLICE, '"')
        elif kind is list or kind is tuple:
            cost = _cost_of_each(value)
            if cost:
                self._add_parts("[", value, _SLICE // cost, "]", ",")
            else:
                self._add_each(value, depth)
        elif isinstance(value, dict):
            self._add_items(value, depth)
        elif isinstance(value, (str, int, float, list, tuple)):
            self._add_whole(value)
        else:
            self.add(_to_json_value(value), depth + 1)

    def _add_whole(self, value: Any) -> None:
        self.parts.append(_encoder.encode(value))
        self._give_way()

    def _add_inside(self, value: Any) -> None:
        """What stands between the brackets, or quotes."""
        self.parts.append(_encoder.encode(value)[1:-1])
        self._give_way()

    def _add_parts(self, opening: str, value: Any, size: int, closing: str, between: str = "") -> None:
        self.parts.append(opening)
        for at in range(0, len(value), size):
            if at:
                self.parts.append(between)
            self._add_inside(value[at : at + size])
        self.parts.append(closing)

    def _add_each(self, values: Any, depth: int) -> None:
        between, group, left = "[", [], _SLICE
        for value in values:
            rest = _spend(value, left)
            if rest < 0 and group:
                self.parts.append(between)
                self._add_inside(group)
                between, group = ",", []
                rest = _spend(value, _SLICE)
            if rest >= 0:
                group.append(value)
                left = rest
                continue
            self.parts.append(between)
            self.add(value, depth + 1)
            between, left = ",", _SLICE
        if group:
            self.parts.append(between)
            self._add_inside(group)
        self.parts.append("]")

    def _add_items(self, values: Any, depth: int) -> None:
        between, group, left = "{", {}, _SLICE
        for key, value in values.items():
            rest = _spend(value, left - 2)
            if rest < 0 and group:
                self.parts.append(between)
                self._add_inside(group)
                between, group = ",", {}
                rest = _spend(value, _SLICE)
            if rest >= 0:
                group[key] = value
                left = rest
                continue
            self.parts.append(between)
            # The encoder knows what a key that is no text becomes.
            self.parts.append(_encoder.encode({key: None})[1:-5])
            self.add(value, depth + 1)
            between, left = ",", _SLICE
        if group:
            self.parts.append(between)
            self._add_inside(group)
        self.parts.append("}")


def _dump(value: Any, give_way: Optional[Callable[[], None]] = None) -> bytes:
    """Compact JSON on one line. NaN and Infinity stay what they are: the server reads them.

    Args:
        give_way: called several times in a millisecond, where it is told.
    """
    try:
        if give_way is None:
            text = _encoder.encode(value)
        else:
            slices = _Slices(give_way)
            slices.add(value)
            text = "".join(slices.parts)
    except Exception:
        text = json.dumps(_to_plain(value, [_SNAPSHOT_CONTAINERS]), separators=(",", ":"))
    return text.encode("ascii")


def _to_whole(value: Any) -> Any:
    """A whole number that came as a numpy integer, a tensor or 3.0; anything else as it is."""
    if type(value) is int or isinstance(value, (bool, str)) or value is None:
        return value
    try:
        return operator.index(value)
    except TypeError:
        pass
    try:
        number = float(value)
        return int(number) if number.is_integer() else value
    except (TypeError, ValueError, OverflowError):
        return value


def _to_identifier(value: Any) -> Any:
    """Text, or a whole number that survives JavaScript; a tuple or a UUID becomes its text."""
    whole = _to_whole(value)
    if whole is None or isinstance(whole, str):
        return whole
    if type(whole) is int and abs(whole) < 2**53:
        return whole
    return str(whole)


def _to_number(value: Any) -> Any:
    """A reward that came as an array of one element is that element."""
    if type(value) in (int, float, bool, str, type(None)) or not hasattr(value, "item"):
        return value
    try:
        return value.item()
    except Exception:
        return value


def _is_nemo_gym(row: Mapping[str, Any]) -> bool:
    """Whether a row is a NeMo Gym verify response or failure record, by the server's own rule."""
    if "responses_create_params" in row and "response" in row:
        return True
    return any(isinstance(key, str) and key.startswith("_ng_") for key in row)


_NG_NAMES = {
    "group": "_ng_task_index",
    "sample": "_ng_rollout_index",
    "attempt": "_ng_attempt_index",
    "id": "_ng_rollout_id",
}


def _has(row: Mapping[str, Any], *names: str) -> bool:
    return all(row.get(name) is not None for name in names)


def _record_id(row: Mapping[str, Any]) -> Any:
    record = row.get("_ng_failure_record")
    episode = record.get("episode_id") if isinstance(record, dict) else None
    return episode.get("rollout_id") if isinstance(episode, dict) else None


# ---------------------------------------------------------------------------------------------------------------------
# The spool: append-only files of records, each with its length and checksum.

_FILE_MAGIC = b"FZSPOOL1"
_FILE_HEAD = 16  # the magic, and the offset up to which everything is acknowledged
_RECORD_MAGIC = b"FZR1"
_RECORD_HEAD = struct.Struct(">4sII")


def _frame(body: bytes) -> bytes:
    return _RECORD_HEAD.pack(_RECORD_MAGIC, len(body), zlib.crc32(body)) + body


class _DiskFile:
    """A spool file. Its owner holds a lock on it as long as it lives, whichever way it dies."""

    def __init__(self, path: str, fd: int, size: int, acked: int) -> None:
        self.path = path
        self.size = size
        self.acked = acked
        self._fd = fd
        self._lock = threading.Lock()

    @classmethod
    def create(cls, path: str) -> "_DiskFile":
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        fd = os.open(path, flags, 0o600)
        try:
            if fcntl is not None:
                fcntl.flock(fd, fcntl.LOCK_EX)
            if os.write(fd, _FILE_MAGIC + struct.pack(">Q", _FILE_HEAD)) < _FILE_HEAD:
                raise OSError(errno.ENOSPC, "the disk takes no more")
        except BaseException:
            os.close(fd)
            try:
                os.unlink(path)
            except OSError:
                pass
            raise
        return cls(path, fd, _FILE_HEAD, _FILE_HEAD)

    @classmethod
    def adopt(cls, path: str) -> "Optional[_DiskFile]":
        """Takes over a file whose owner is gone; None where it lives, or another process was faster."""
        if fcntl is None:
            return None
        try:
            fd = os.open(path, os.O_RDWR | getattr(os, "O_BINARY", 0))
        except OSError:
            return None
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            held, named = os.fstat(fd), os.stat(path)
            if held.st_ino != named.st_ino:
                raise OSError("removed meanwhile")
            head = os.read(fd, _FILE_HEAD)
            if len(head) < _FILE_HEAD and time.time() - held.st_mtime < 60:
                raise OSError("its owner is about to begin")
            acked = struct.unpack(">Q", head[8:])[0] if len(head) == _FILE_HEAD else held.st_size
            if head[:8] != _FILE_MAGIC or not _FILE_HEAD <= acked <= held.st_size:
                acked = min(_FILE_HEAD, held.st_size)
            return cls(path, fd, held.st_size, acked)
        except OSError:
            os.close(fd)
            return None

    @property
    def pending(self) -> int:
        return self.size - self.acked

    def append(self, bodies: List[bytes]) -> None:
        """Writes records, all or none. Raises OSError where the disk does not take them."""
        data = b"".join(_frame(body) for body in bodies)
        with self._lock:
            os.lseek(self._fd, self.size, os.SEEK_SET)
            view, written = memoryview(data), 0
            try:
                while written < len(data):
                    count = os.write(self._fd, view[written:])
                    if count == 0:
                        raise OSError("nothing was written")
                    written += count
            except OSError:
                try:
                    os.ftruncate(self._fd, self.size)
                except OSError:
                    pass
                raise
            self.size += len(data)

    def _read(self, at: int, count: int) -> bytes:
        with self._lock:
            os.lseek(self._fd, at, os.SEEK_SET)
            parts: List[bytes] = []
            while count > 0:
                part = os.read(self._fd, count)
                if not part:
                    break
                parts.append(part)
                count -= len(part)
            return b"".join(parts)

    def window(self, give_way: Callable[[], None]) -> Tuple[List[bytes], int]:
        """The next records that are not acknowledged, and the offset behind them.

        What is torn or damaged is stepped over: a process that died in the middle of a record leaves half of one.
        """
        end = self.size
        at = self.acked
        bodies: List[bytes] = []
        data, base = self._read(at, min(_BATCH_BYTES, end - at)), at
        while at < end and len(bodies) < _BATCH_ROWS:
            rest = data[at - base : at - base + _RECORD_HEAD.size]
            if len(rest) == _RECORD_HEAD.size:
                magic, length, checksum = _RECORD_HEAD.unpack(rest)
                after = at + _RECORD_HEAD.size + length
                if magic == _RECORD_MAGIC and after <= end:
                    if after > base + len(data):
                        if bodies:
                            break
                        data, base = self._read(at, after - at), at
                    body = data[at - base + _RECORD_HEAD.size : after - base]
                    if zlib.crc32(body) == checksum:
                        bodies.append(body)
                        at = after
                        give_way()
                        continue
            elif base + len(data) < end:
                if bodies:
                    break
                data, base = self._read(at, min(_BATCH_BYTES, end - at)), at
                continue
            found = data.find(_RECORD_MAGIC, at - base + 1)
            logger.warning("stepped over a damaged record in %s", self.path)
            if found >= 0:
                at = base + found
            elif base + len(data) < end:
                at = max(base + len(data) - len(_RECORD_MAGIC) + 1, at + 1)
                data, base = self._read(at, min(_BATCH_BYTES, end - at)), at
            else:
                at = end
        return bodies, at

    def ack(self, offset: int) -> None:
        """Notes how far everything is acknowledged: on the disk first, for whoever waits for it may end the process."""
        with self._lock:
            try:
                os.lseek(self._fd, 8, os.SEEK_SET)
                os.write(self._fd, struct.pack(">Q", offset))
            except OSError:
                pass  # Sent again by whoever adopts it, and counted once all the same.
            self.acked = offset

    def close(self) -> None:
        """Lets go of the file, and removes it where nothing is left to send."""
        with self._lock:
            if self.size == self.acked:
                try:
                    os.unlink(self.path)
                    os.rmdir(os.path.dirname(self.path))
                except OSError:
                    pass
            self.abandon()
            if fcntl is None and self.size == self.acked and os.path.exists(self.path):
                os.unlink(self.path)  # Windows removes no file that is open.

    def abandon(self) -> None:
        """Closes our end only: after a fork the file is still the parent's."""
        fd, self._fd = self._fd, -1
        try:
            os.close(fd)
        except OSError:
            pass


class _MemoryFile:
    """Stands in for a spool file where the disk takes none."""

    path = "memory"

    def __init__(self) -> None:
        self._bodies: List[bytes] = []
        self._lock = threading.Lock()
        self.size = 0
        self.pending = 0

    def append(self, bodies: List[bytes]) -> None:
        with self._lock:
            self._bodies.extend(bodies)
            self.pending += sum(map(len, bodies))

    def window(self, give_way: Callable[[], None]) -> Tuple[List[bytes], int]:
        taken, weight = 0, 0
        with self._lock:
            for body in self._bodies[:_BATCH_ROWS]:
                weight += len(body)
                if taken and weight > _BATCH_BYTES:
                    break
                taken += 1
            return self._bodies[:taken], taken

    def ack(self, count: int) -> None:
        with self._lock:
            self.pending -= sum(map(len, self._bodies[:count]))
            del self._bodies[:count]

    def clear(self) -> int:
        """Gives up what is left. Returns how many rows that were: other calls name their method first."""
        with self._lock:
            rows = sum(not body.startswith(b'{"m":') for body in self._bodies)
            self._bodies, self.pending = [], 0
        return rows

    def close(self) -> None:
        pass

    def abandon(self) -> None:
        pass


_AnyFile = Union[_DiskFile, _MemoryFile]


# Who sends what a process leaves in the spool.
_WHO_SENDS = (
    ". No later process sends them on this system: it can't be told there whose owner is gone"
    if fcntl is None
    else ", and the next process that uses it, or `python falsezero.py flush`, sends them"
)


# ---------------------------------------------------------------------------------------------------------------------
# Talking to the server, in the sending thread.


class _Away(Exception):
    """The server does not take anything now: everything is kept and tried again."""

    def __init__(self, reason: str, wait: Optional[float] = None) -> None:
        super().__init__(reason)
        self.wait = wait


@dataclasses.dataclass
class _Answer:
    status: int
    body: Any  # parsed JSON, or None
    retry_after: Optional[float]

    @property
    def words(self) -> str:
        if isinstance(self.body, dict):
            told = self.body.get("detail") or self.body.get("title")
            if told:
                return f"{told} (HTTP {self.status})"
        return f"HTTP {self.status}"

    @property
    def is_ours(self) -> bool:
        """Whether a Falsezero server refused, and not something between us and it."""
        return isinstance(self.body, dict) and str(self.body.get("type", "")).startswith("urn:falsezero:")

    def foreign(self) -> _Away:
        return _Away(f"what answers there is no Falsezero server (HTTP {self.status})", _REFUSED_WAIT_S)


def _raise_if_away(answer: _Answer) -> None:
    """Raises _Away where an answer says, whatever was asked, that ours is not there, or takes nothing from us now."""
    status = answer.status
    if status in (401, 403):
        raise _Away(f"refused: {answer.words}", max(_REFUSED_WAIT_S, answer.retry_after or 0))
    if status in (408, 425, 429, 502, 503, 504):
        raise _Away(answer.words, answer.retry_after)
    if 300 <= status < 400 or (status in (404, 405) and not answer.is_ours):
        raise answer.foreign()


def _parse_retry_after(text: Optional[str]) -> Optional[float]:
    """The wait that a server asks for, seconds; None where it asks for none that can be kept."""
    if not text:
        return None
    try:
        seconds = float(text)
    except ValueError:
        try:
            seconds = email.utils.parsedate_to_datetime(text).timestamp() - time.time()
        except Exception:
            return None
    if not math.isfinite(seconds):
        return None
    return min(max(seconds, 0.0), _LONGEST_RETRY_AFTER_S)


class _Wire:
    """One kept connection to one server."""

    def __init__(self, url: str, token: Optional[str], timeout: float) -> None:
        parts = urllib.parse.urlsplit(url if "//" in url else f"http://{url}")
        self._is_secure = parts.scheme == "https"
        self._host = parts.hostname or "127.0.0.1"
        # Told, because http.client takes the last part of a bare IPv6 address for one.
        self._port = parts.port or (443 if self._is_secure else 80)
        self._prefix = parts.path.rstrip("/")
        self._timeout = timeout
        self._headers = {"accept": "application/json", "user-agent": f"falsezero-python/{__version__}"}
        if token:
            self._headers["authorization"] = f"Bearer {token}"
        self._connection: Optional[http.client.HTTPConnection] = None

    def _connect(self) -> http.client.HTTPConnection:
        if self._is_secure:
            context = ssl.create_default_context()
            return http.client.HTTPSConnection(self._host, self._port, timeout=self._timeout, context=context)
        return http.client.HTTPConnection(self._host, self._port, timeout=self._timeout)

    def send(self, method: str, path: str, body: bytes, content_type: str) -> _Answer:
        """One request. Raises _Away where there is no answer."""
        headers = {**self._headers, "content-type": content_type} if body else self._headers
        if len(body) >= 1_024:
            body = gzip.compress(body, compresslevel=1)
            headers["content-encoding"] = "gzip"
        # A kept connection may have been closed since; that is found out only by using it.
        for is_last in (self._connection is None, True):
            try:
                if self._connection is None:
                    self._connection = self._connect()
                self._connection.request(method, self._prefix + path, body=body or None, headers=headers)
                response = self._connection.getresponse()
                text = response.read(16 * _MIB)
                if response.will_close:
                    self.close()
                try:
                    parsed = json.loads(text)
                except ValueError:
                    parsed = None
                return _Answer(response.status, parsed, _parse_retry_after(response.getheader("retry-after")))
            except socket.timeout:
                self.close()
                raise _Away("timed out") from None
            except (OSError, http.client.HTTPException) as error:
                self.close()
                if is_last:
                    raise _Away(str(error) or type(error).__name__) from None
        raise _Away("no answer")

    def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()


# ---------------------------------------------------------------------------------------------------------------------
# The launch: which segment rows belong to.

_runs: "weakref.WeakSet[Run]" = weakref.WeakSet()
# When this very process began to lead a launch of that name, epoch seconds; its children inherit the name, not the lead.
_led: Dict[str, float] = {}


# Whether this process is a fork of one that had imported this file.
_is_fork = False


def _is_worker() -> bool:
    """Whether somebody else leads this launch: a fork, a child of multiprocessing, a rank above 0, or a worker of Ray."""
    if _is_fork:
        return True
    multiprocessing = sys.modules.get("multiprocessing.process")
    parent_process = getattr(multiprocessing, "parent_process", None)
    if parent_process is not None and parent_process() is not None:
        return True
    for name in ("RANK", "SLURM_PROCID", "OMPI_COMM_WORLD_RANK", "PMI_RANK", "LOCAL_RANK"):
        rank = os.environ.get(name, "")
        if rank.isdecimal():
            return rank.strip("0") != ""
    try:
        worker = sys.modules["ray"]._private.worker  # type: ignore[attr-defined]
        return bool(worker.global_worker.connected and worker.global_worker.mode == worker.WORKER_MODE)
    except (KeyError, AttributeError):
        return False


def _find_segment(told: Optional[str], is_worker: bool) -> Tuple[Optional[str], Optional[float]]:
    """The launch's name, and when it started where this process leads it (epoch seconds).

    An argument, else FALSEZERO_SEGMENT, which children inherit, else made here, unless this is a worker.
    """
    name = _to_sendable(told or os.environ.get("FALSEZERO_SEGMENT") or "") or None
    if told:
        os.environ.setdefault("FALSEZERO_SEGMENT", told)
    if is_worker:
        return name, None
    now = time.time()
    if name is None:
        name = f"{time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime(now))}-{uuid.uuid4().hex[:4]}"
        os.environ["FALSEZERO_SEGMENT"] = name
    # Told of every launch: what a crashed one left is heard of after the one that resumed it, and is the older all the same.
    return name, _led.setdefault(name, now)


def _default_spool() -> str:
    told = os.environ.get("FALSEZERO_SPOOL")
    if told:
        return told
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    if os.path.isabs(cache) and os.access(os.path.dirname(cache) or "/", os.W_OK):
        return os.path.join(cache, "falsezero", "spool")
    user = os.getuid() if hasattr(os, "getuid") else "user"
    return os.path.join(tempfile.gettempdir(), f"falsezero-spool-{user}")


def _to_sendable(text: str) -> str:
    """Text without halves of characters, such as a byte of a command line that is no UTF-8 leaves."""
    return re.sub("[\ud800-\udfff]", "\ufffd", text)


def _safe_name(text: str) -> str:
    """A part of a file's name, at most 49 bytes; where it can't say the whole, with a hash that tells it from others."""
    name = re.sub(r"[^\w.-]+", "_", text, flags=re.ASCII)[:40].strip(".")
    if name and name == text:
        return name
    return f"{name}-{hashlib.sha1(text.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"


def _now_ms() -> int:
    return int(time.time() * 1_000)


def _to_head(path: str, at: Optional[int]) -> Dict[str, Any]:
    """Where a record goes, and when it was logged where that decides to which launch it belongs."""
    return {"p": path} if at is None or "?segment=" in path or "&segment=" in path else {"p": path, "t": at}


@functools.lru_cache(maxsize=256)
def _to_query(told: Tuple[Tuple[str, str], ...]) -> str:
    return "?" + urllib.parse.urlencode(told, errors="replace") if told else ""


@dataclasses.dataclass
class _Entry:
    """What one call left in the queue."""

    make: Callable[[], bytes]
    size: int
    rows: int = 1  # 0 for a call that is no row


@dataclasses.dataclass
class _Batch:
    """Rows that go in one request, or one call of another address."""

    method: str
    path: str
    rows: List[bytes]
    is_rows: bool
    # When each was logged, epoch ms, where none names its launch.
    logged: List[int]


# ---------------------------------------------------------------------------------------------------------------------


class Run:
    """One training job, as this process sees it. Make one with the same name in every process of the launch.

    Args:
        name: the run's name, 1 to 200 characters; it is made where it is new.
        url: the server; else FALSEZERO_URL, else the one on this machine.
        token: its token; else FALSEZERO_TOKEN.
        segment: the name of this launch, shared by all its processes; else FALSEZERO_SEGMENT; else made by the first
            process and inherited by its children. A worker never makes one: without a name its rows join the newest
            of the moment in which they were logged.
        environment, split: for rows that name none.
        spool: folder of what is not yet acknowledged; else FALSEZERO_SPOOL, else ~/.cache/falsezero/spool.
        max_memory: bytes of rows that may wait in memory.
        max_disk: bytes of the spool, of all processes together.
        timeout: for one answer of the server, seconds. Only a background thread waits for it.
        exit_timeout: how long the end of a process that did not call ``finish`` may wait for the server, seconds.
        is_worker: whether another process leads this launch; found out unless told.
        about: what the server should know of the run, such as ``expected_per_step=64``, ``group_size=8``,
            ``project="browser"``, ``config={…}``; the fields of PUT /api/v1/runs/{run}.
    """

    def __init__(
        self,
        name: str,
        *,
        url: Optional[str] = None,
        token: Optional[str] = None,
        segment: Optional[str] = None,
        environment: Optional[str] = None,
        split: Optional[str] = None,
        spool: Optional[str] = None,
        max_memory: int = 256 * _MIB,
        max_disk: int = 1024 * _MIB,
        timeout: float = 30.0,
        exit_timeout: float = 5.0,
        is_worker: Optional[bool] = None,
        **about: Any,
    ) -> None:
        self.name = _to_sendable(_to_text("name", name) or "run")[:_LONGEST_IN_ADDRESS]
        told_url = _to_text("url", url) or os.environ.get("FALSEZERO_URL") or _USUAL_URL
        self.url = _to_sendable(told_url).rstrip("/")
        self.environment = _to_text("environment", environment)
        self.split = _to_text("split", split)
        self.segment: Optional[str] = None
        self._token = _to_text("token", token) or os.environ.get("FALSEZERO_TOKEN") or None
        self._max_memory = int(_to_bound("max_memory", max_memory, 256 * _MIB))
        self._max_disk = int(_to_bound("max_disk", max_disk, 1024 * _MIB))
        self._file_bytes = min(_FILE_BYTES, max(self._max_disk // 8, 64 * 1024))
        self._timeout = _to_bound("timeout", timeout, 30.0) or 30.0
        self._exit_timeout = _to_bound("exit_timeout", exit_timeout, 5.0)
        self._step: Optional[int] = None
        self._told_once: set = set()
        self._is_worker = True
        made_at = None
        server = hashlib.sha1(self.url.encode()).hexdigest()[:12]
        self._path = "/api/v1/runs/" + urllib.parse.quote(self.name, safe="")
        try:
            folder = os.fspath(spool) if isinstance(spool, os.PathLike) else _to_text("spool", spool)
            self._base = os.path.join(folder or _default_spool(), server)
            self._is_worker = _is_worker() if is_worker is None else bool(is_worker)
            self.segment, made_at = _find_segment(_to_text("segment", segment), self._is_worker)
        except Exception as error:  # Whatever is odd about this machine, training goes on.
            if not hasattr(self, "_base"):
                self._base = os.path.join(tempfile.gettempdir(), "falsezero-spool", server)
            self._complain("start", error)
        self._begin()
        _runs.add(self)
        if self._is_worker:
            if self.segment is None:
                logger.info("a worker without FALSEZERO_SEGMENT: its rows join the newest segment of %s", self.name)
            return
        if about:
            self.describe(**about)
        if self.segment is not None:
            started = {} if made_at is None else {"started_at": int(made_at * 1_000)}
            self._call("POST", "/segments", {"segment": self.segment, **started})

    def _begin(self) -> None:
        """State of this process alone: made anew after a fork."""
        self._pid = os.getpid()
        self._prefix = f"fz-{uuid.uuid4().hex[:16]}"
        self._numbers = itertools.count()
        # Re-entrant: a signal handler may log while the thread it interrupts does.
        self._lock = threading.RLock()
        self._queue: List[_Entry] = []
        self._queued = 0
        self._untold = 0  # bytes that were written since the sending thread was told
        self._held = 0  # bytes that wait in memory where the disk takes nothing
        self._is_draining = False
        self._drain_lock = threading.RLock()
        self._wake = threading.Event()
        self._is_awake = False
        self._hurry = threading.Event()
        self._news = threading.Event()
        self._stop = False
        self._threads: List[threading.Thread] = []
        self._start_at = 0.0
        self._files: "deque[_AnyFile]" = deque()
        self._orphans: "deque[_DiskFile]" = deque()
        self._file_number = itertools.count()
        self._disk_use = (0.0, 0)
        self._away: Optional[str] = None
        self._under_way: "Optional[Tuple[_AnyFile, int, deque[_Batch]]]" = None
        self._tries = 0
        self._is_heard = False
        # finish() has waited, and told what is left; nothing came since.
        self._is_finished = False
        self._unseen = 0  # elements of long lists since the garbage collector was asked to look
        self._is_called = False  # a thread of the trainer is inside `log`
        self._adopt_at = 0.0
        # By a run's path: when its launches were asked for, epoch ms, and which they were.
        self._launches: Dict[str, Tuple[int, List[Dict[str, Any]]]] = {}
        self._steps: Dict[Tuple[int, Optional[str]], bool] = {}
        self._counts = {"accepted": 0, "rejected": 0, "dropped": 0}
        # Of rows that processes which are gone had left.
        self._adopted = {"accepted": 0, "rejected": 0}
        self._tally = self._counts

    # -- what training calls ------------------------------------------------------------------------------------------

    def log(self, rollout: Any, **fields: Any) -> None:
        """Reports one rollout; a list reports each.

        Args:
            rollout: a dict, a dataclass, a pydantic model, or a NeMo Gym verify response as it is.
            fields: of the native row, such as step, group, sample, reward, environment, failure_kind, labels; they
                win over the rollout's own. Without a step, the current one is taken (see ``step``).
        """
        try:
            if isinstance(rollout, (list, tuple)):
                for one in rollout:
                    if isinstance(one, (list, tuple)):
                        self._drop(1, "a list in a list is no rollout")
                    else:
                        self.log(one, **fields)
                return
            self._is_called = True
            snapshot = _Snapshot()
            row = snapshot.take(rollout)
            told = snapshot.take(fields)
            step, number, at, size = self._step, next(self._numbers), _now_ms(), snapshot.size
            self._put(_Entry(lambda: self._to_record(row, told, step, number, at, size), size))
            if snapshot.flat:
                self._collect(snapshot.flat)
        except Exception as error:
            self._drop(1, "a rollout could not be taken", error)
        finally:
            self._is_called = False

    def step(
        self,
        step: int,
        *,
        expected: Optional[int] = None,
        checkpoint: Optional[str] = None,
        split: Optional[str] = None,
        expected_ids: Optional[List[Any]] = None,
        finished: bool = False,
        **unknown: Any,
    ) -> None:
        """Declares a step. The first time it starts it, and rows without a step belong to it from then on.

        Args:
            expected: how many rollouts it will have; what is missing shows as unknown.
            checkpoint: the checkpoint saved at it. Told later, of whatever step, it starts nothing.
            expected_ids: which rollouts: ids, or objects with group and sample.
            finished: the step has ended; it is complete, whatever is missing.
        """
        self._tell_unknown("step", unknown)
        try:
            number = int(_to_whole(step))
            told: Dict[str, Any] = {}
            place = (number, split)
            if place not in self._steps:
                if len(self._steps) > 10_000:
                    self._steps.clear()
                self._steps[place] = True
                if not finished:
                    told["started_at"] = _now_ms()
                    if split != "eval":
                        self._step = number
            if finished:
                told["finished_at"] = _now_ms()
            for name, value in (("expected", _to_whole(expected)), ("checkpoint", checkpoint)):
                if value is not None:
                    told[name] = value if name == "expected" else str(value)
            if expected_ids is not None:
                told["expected_ids"] = _Snapshot().take(list(expected_ids))
            query = self._to_query({"split": split or self.split, "segment": self.segment})
            self._call("PUT", f"/steps/{number}{query}", told)
        except Exception as error:
            self._complain("step", error)

    def describe(self, **about: Any) -> None:
        """Tells the server more about the run: the fields of PUT /api/v1/runs/{run}, such as ``config={…}``."""
        try:
            self._call("PUT", "", about)
        except Exception as error:
            self._complain("describe", error)

    def annotate(
        self,
        text: str,
        *,
        step: Any = None,
        to_step: Any = None,
        kind: str = "note",
        author: Optional[str] = None,
        **unknown: Any,
    ) -> None:
        """Leaves a note on a step, on the steps from ``step`` to ``to_step``, or on this moment.

        Args:
            kind: note, curriculum or restart.
            author: who says so.
        """
        self._tell_unknown("annotate", unknown)
        try:
            place: Dict[str, Any] = {"at": _now_ms()} if step is None else {"step": _to_whole(step)}
            if to_step is not None:
                place["to_step"] = _to_whole(to_step)
            if author is not None:
                place["author"] = str(author)
            self._call("POST", "/annotations", {"text": str(text), "kind": kind, **place})
        except Exception as error:
            self._complain("annotate", error)

    def finish(self, state: str = "finished", timeout: float = 60.0, **unknown: Any) -> Dict[str, int]:
        """Waits until everything is acknowledged, at most ``timeout`` seconds; what is left stays in the spool.

        The process that leads the launch also tells the server how the run ended; a worker only waits.

        Args:
            state: finished, crashed or stopped.

        Returns:
            ``counts()``, and logs what was lost, if anything was.
        """
        self._tell_unknown("finish", unknown)
        try:
            if not self._is_worker:
                self._call("POST", "/finish", {"state": state})
            self._flush(_to_bound("timeout", timeout, 60.0))
            self._report()
            self._is_finished = True
        except Exception as error:
            self._complain("finish", error)
        return self.counts()

    def counts(self) -> Dict[str, int]:
        """Rows that this process logged, so far; those that it sends for processes which are gone are not among them.

        ``accepted`` by the server, ``rejected`` by it, ``dropped`` here; ``pending``: bytes logged and not yet
        acknowledged.
        """
        with self._lock:
            pending = self._queued
        return {**self._counts, "pending": pending + sum(file.pending for file in list(self._files))}

    def __enter__(self) -> "Run":
        return self

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        stopped = kind is not None and issubclass(kind, KeyboardInterrupt)
        self.finish("finished" if kind is None else "stopped" if stopped else "crashed")

    # -- the caller's side of the queue -------------------------------------------------------------------------------

    def _put(self, entry: _Entry) -> None:
        if self._pid != os.getpid():  # A fork that no hook saw.
            self._after_fork()
        self._is_finished = False
        with self._lock:
            waiting = self._queued + self._held
            is_full = waiting + entry.size > self._max_memory and waiting > 0
            if not is_full:
                self._queue.append(entry)
                self._queued += entry.size
        if is_full:
            self._drop(entry.rows, f"more than {self._max_memory} bytes wait in memory")
            return
        if not self._is_awake:
            self._is_awake = self._start()
            self._wake.set()

    def _call(self, method: str, path: str, body: Dict[str, Any]) -> None:
        """Any other request, in its place among the rows."""
        snapshot = _Snapshot()
        told, at = snapshot.take(body), _now_ms()

        def make() -> bytes:
            head = _to_head(f"{self._path}{path}", at if path.startswith("/steps") else None)
            return _dump({"m": method, **head}) + b"\n" + _dump(told)

        self._put(_Entry(make, snapshot.size, 0))

    def _collect(self, count: int) -> None:
        """Has the garbage collector look at what is young, often enough that it never takes a millisecond."""
        self._unseen += count
        if self._unseen > _COLLECT_EVERY:
            self._unseen = 0
            if gc.isenabled() and 0 < gc.get_threshold()[0] <= _USUAL_COLLECTION:
                gc.collect(0)

    def _start(self) -> bool:
        """Starts what runs in the background. False where that can't be now: what is queued waits for the next try."""
        with self._lock:
            if len(self._threads) == 2:
                return True
            if time.monotonic() < self._start_at:
                return False
            try:
                for name, loop in (("falsezero-write", self._write_loop), ("falsezero-send", self._send_loop))[len(self._threads) :]:
                    thread = threading.Thread(target=loop, name=name, daemon=True)
                    thread.start()
                    self._threads.append(thread)
            except Exception as error:
                self._start_at = time.monotonic() + 1.0
                self._tell_once("threads", "no thread can be started%s; rows wait until one can", _because(error))
                return False
        parent_process = getattr(sys.modules.get("multiprocessing.process"), "parent_process", None)
        if parent_process is not None and parent_process() is not None:
            # Children of multiprocessing end without atexit.
            from multiprocessing import util

            util.Finalize(None, _close_run, args=(weakref.ref(self),), exitpriority=0)
        return True

    def _drop(self, count: int, why: str, error: Optional[BaseException] = None) -> None:
        with self._lock:
            self._counts["dropped"] += count
        self._tell_once("drop:" + why, "%s: it was dropped%s; finish() tells how many", why, _because(error))

    def _complain(self, where: str, error: BaseException) -> None:
        self._tell_once(f"{where}:{type(error).__name__}", "%s failed%s; training goes on", where, _because(error))

    def _tell_unknown(self, where: str, unknown: Mapping[str, Any]) -> None:
        """An argument with a name that nothing here has, such as a misspelt one, is no reason to stop a training."""
        for name in unknown:
            self._tell_once(f"{where}:{name}", "%s takes no argument %.100r: it is ignored", where, name)

    def _tell_once(self, key: str, text: str, *values: Any) -> None:
        """A warning, once for each key: the same trouble on every rollout is one line."""
        if key in self._told_once or len(self._told_once) > 100:
            return
        self._told_once.add(key)
        try:
            logger.warning(text, *values)
        except Exception:
            pass

    def _report(self) -> None:
        counts = self.counts()
        if counts["dropped"] or counts["rejected"]:
            logger.warning(
                "%s: %d rows accepted, %d rejected by the server, %d dropped here",
                *(self.name, counts["accepted"], counts["rejected"], counts["dropped"]),
            )
        why = self._away or "not in time"
        held = sum(file.pending for file in list(self._files) if isinstance(file, _MemoryFile))
        kept = counts["pending"] - held
        if kept > 0:
            logger.warning(
                "%s: %d bytes are not acknowledged (%s); they are kept in %s%s",
                *(self.name, kept, why, self._base, _WHO_SENDS),
            )
        if held:
            logger.warning(
                "%s: %d bytes wait in memory (%s), because %s takes no more: they are sent while this process lives, "
                "and dropped when it ends",
                *(self.name, held, why, self._base),
            )

    # -- rows into records, in the writing thread ---------------------------------------------------------------------

    def _give_way(self) -> None:
        """Lets a caller of `log` go first. One that is inside has lost the interpreter to us: who merely lets go of it
        has it again before a thread that waits wakes up."""
        if self._is_called:
            time.sleep(_GIVE_WAY_S)

    def _to_record(
        self, rollout: Any, told: Dict[str, Any], step: Optional[int], number: int, at: int, size: int
    ) -> bytes:
        row = dict(_to_fields(rollout))
        own_id = f"{self._prefix}-{number}"
        if _is_nemo_gym(row):
            head = self._fill_nemo_gym(row, told, step, own_id)
        else:
            head = self._fill_native(row, told, step, own_id)
        content = _dump(row, self._give_way if size > _SLICED_FROM else None)
        return _dump(_to_head(f"{self._path}/rollouts{head}", at)) + b"\n" + content

    def _fill_native(self, row: Dict[str, Any], told: Dict[str, Any], step: Optional[int], own_id: str) -> str:
        row.update(told)
        for name in ("step", "sample", "attempt", "turns", "input_tokens", "output_tokens"):
            if name in row:
                row[name] = _to_whole(row[name])
        for name in ("group", "id"):
            if name in row:
                row[name] = _to_identifier(row[name])
        for name in ("reward", "advantage", "trainer_reward"):
            if name in row:
                row[name] = _to_number(row[name])
        if row.get("step") is None and step is not None:
            row["step"] = step
        if not _has(row, "group", "sample") and not _has(row, "id"):
            row["id"] = own_id
        return self._to_query(
            {
                "format": "native",
                "split": self.split,
                "segment": self.segment,
                "environment": self.environment,
            }
        )

    def _fill_nemo_gym(self, row: Dict[str, Any], told: Dict[str, Any], step: Optional[int], own_id: str) -> str:
        """The row stays as it is, but for an identity where it has none. Such rows name no step: the query does."""
        said = dict(told)
        query = {
            "format": "nemo-gym",
            "step": _to_whole(said.pop("step", step)),
            "split": said.pop("split", None) or self.split,
            "segment": said.pop("segment", None) or self.segment,
            "environment": said.pop("environment", None) or self.environment,
        }
        for name, theirs in _NG_NAMES.items():
            if said.get(name) is not None:
                value = said.pop(name)
                row[theirs] = _to_identifier(value) if name in ("group", "id") else _to_whole(value)
        row.update(said)
        is_known = _has(row, "_ng_task_index", "_ng_rollout_index") or _has(row, "_ng_rollout_id") or _record_id(row)
        if not is_known:
            envelope = row.get("_falsezero")
            envelope = dict(envelope) if isinstance(envelope, dict) else {}
            envelope.setdefault("id", own_id)
            row["_falsezero"] = envelope
        return self._to_query(query)

    @staticmethod
    def _to_query(told: Mapping[str, Any]) -> str:
        said = [(name, str(value)[:_LONGEST_IN_ADDRESS]) for name, value in told.items() if value is not None]
        return _to_query(tuple(said))

    def _write_loop(self) -> None:
        while not self._stop:
            self._wake.wait()
            if not self._hurry.is_set():
                self._hurry.wait(_GATHER_S)
            self._wake.clear()
            self._is_awake = False
            try:
                self._drain()
            except Exception as error:
                self._complain("writing", error)
                time.sleep(1.0)
                self._wake.set()

    def _drain(self) -> None:
        """Writes what is queued to the spool. What an interruption leaves unwritten stays in the queue."""
        with self._drain_lock:
            with self._lock:
                entries, self._queue = self._queue, []
                self._is_draining = bool(entries)
            if not entries:
                return
            done = 0
            try:
                while done < len(entries):
                    end = self._write_some(entries, done)
                    entries[done:end] = [None] * (end - done)  # type: ignore[list-item]
                    done = end
            finally:
                with self._lock:
                    self._queue[:0] = entries[done:]
                    self._is_draining = False
                self._news.set()

    def _write_some(self, entries: List[_Entry], start: int) -> int:
        """Writes entries from ``start`` on, as many as one turn takes. Returns the place behind them.

        Writing lets the trainer's thread go first, so nothing that was made waits for the interpreter in memory.
        """
        bodies: List[bytes] = []
        weight = rows = 0
        at = start
        is_late = self._queued > self._max_memory / 2
        turn_ends = time.perf_counter() + (4 * _TURN_S if is_late else _TURN_S)
        while at < len(entries) and weight <= _MIB and len(bodies) < _BATCH_ROWS:
            entry = entries[at]
            at += 1
            try:
                body = entry.make()
            except Exception as error:
                self._drop(entry.rows, "a rollout could not be read", error)
                continue
            rows += entry.rows
            bodies.append(body)
            weight += len(body)
            if time.perf_counter() > turn_ends:
                break
        try:
            self._append(bodies, rows)
        except Exception as error:
            self._drop(rows, "the spool failed", error)
        self._settle(sum([entry.size for entry in entries[start:at]]))
        if not bodies:
            time.sleep(0)
        return at

    def _settle(self, size: int) -> None:
        with self._lock:
            self._queued = max(0, self._queued - size)
        # Who sends is woken for a request worth sending, and when all is written.
        self._untold += size
        if self._untold > _BATCH_BYTES / 16:
            self._untold = 0
            self._news.set()

    def _append(self, bodies: List[bytes], rows: int) -> None:
        """Takes records into the spool, of which so many are rows."""
        if not bodies:
            return
        weight = sum(map(len, bodies))
        file = self._files[-1] if self._files else None
        # The more wait, the larger each: a gigabyte that waits for a server holds 16 files open, not 128.
        is_full = file is not None and file.size > self._file_bytes * len(self._files)
        if file is None or is_full or (isinstance(file, _MemoryFile) and not file.pending):
            file = self._open_file()
            self._files.append(file)
        if isinstance(file, _DiskFile):
            if self._is_over_disk(weight):
                self._drop(rows, f"the spool {self._base} holds more than {self._max_disk} bytes")
                return
            try:
                file.append(bodies)
                return
            except Exception as error:
                text = "the spool %s does not take more%s; rows wait in memory"
                self._tell_once("disk", text, self._base, _because(error))
                file = _MemoryFile()
                self._files.append(file)
        if self._held + weight > self._max_memory:
            self._drop(rows, f"more than {self._max_memory} bytes wait in memory")
            return
        file.append(bodies)
        self._weigh_memory()

    def _weigh_memory(self) -> None:
        self._held = sum(file.pending for file in list(self._files) if isinstance(file, _MemoryFile))

    def _open_file(self) -> _AnyFile:
        launch = _safe_name(self.segment or "joined")
        host = _safe_name(socket.gethostname())
        name = f"{_safe_name(self.name)}-{host}-{self._pid}-{self._prefix[3:11]}-{next(self._file_number)}.spool"
        error: Optional[Exception] = None
        for _ in range(5):
            try:
                return _DiskFile.create(os.path.join(self._base, launch, name))
            except (FileNotFoundError, FileExistsError) as gone:
                # Whoever sent the last file of a launch removes its folder, maybe just now.
                error = gone
            except (OSError, ValueError) as told:
                error = told
                break
        self._tell_once("disk", "no spool in %s%s; rows wait in memory", self._base, _because(error))
        return _MemoryFile()

    def _is_over_disk(self, weight: int) -> bool:
        at, used = self._disk_use
        now = time.monotonic()
        if now - at > 1.0 or used + weight > self._max_disk:
            used = sum(_size_of(path) for path in _list_spool(self._base))
        self._disk_use = (now, used + weight)
        return used + weight > self._max_disk

    # -- records to the server, in the sending thread -----------------------------------------------------------------

    def _send_loop(self) -> None:
        try:
            wire = _Wire(self.url, self._token, self._timeout)
        except Exception as error:
            self._away = f"{self.url} is no address"
            self._complain("sending", error)
            return
        while not self._stop:
            try:
                self._send_turn(wire)
            except Exception as error:  # Whatever it is, this thread goes on: nobody else sends.
                self._complain("sending", error)
                time.sleep(1.0)
        wire.close()

    def _send_turn(self, wire: _Wire) -> None:
        """Sends what there is to send, or waits for it."""
        try:
            sent = self._send_next(wire, self._files) or self._send_next(wire, self._orphans)
            self._tries = 0
            if sent:
                if self._away is not None:
                    logger.info("%s answers again", self.url)
                self._away, self._is_heard = None, True
                return
            # Only of a server that has taken something: what others left can wait, and holds descriptors open.
            if self._is_heard and not self._orphans and time.monotonic() >= self._adopt_at and self._adopt():
                return
            self._news.wait(0.5)
            self._news.clear()
        except _Away as away:
            self._tries += 1
            if self._away is None:
                logger.warning("%s: %s; rows are kept in %s until it answers", self.url, away, self._base)
            self._away, self._is_heard = str(away), False
            full = min(_LONGEST_BACKOFF_S, 0.25 * 2 ** min(self._tries - 1, 10))
            backoff = full / 2 + full / 2 * random.random()
            if away.wait is None:
                self._pause(backoff)
            else:
                self._pause(max(away.wait, backoff), can_hurry=False)

    def _pause(self, seconds: float, can_hurry: bool = True) -> None:
        """Waits; whoever calls finish has it try at once, and then twice a second, unless the server said when."""
        until = time.monotonic() + seconds
        while not self._stop:
            left = until - time.monotonic()
            if left <= 0:
                return
            if not can_hurry:
                time.sleep(min(left, 0.2))
            elif self._hurry.is_set():
                time.sleep(min(left, 0.5))
                return
            else:
                self._hurry.wait(min(left, 1.0))

    def _adopt(self) -> bool:
        """Takes over a few files of processes that are gone, of whatever run and launch for this server.

        False where there is none left, for now.
        """
        own = {file.path for file in list(self._files)}
        for path in _list_spool(self._base):
            if len(self._orphans) >= _ADOPT_AT_ONCE:
                break
            file = None if path in own else _DiskFile.adopt(path)
            if file is None:
                continue
            if file.pending:
                logger.info("sending what an earlier process left in %s", path)
                self._orphans.append(file)
            else:
                file.close()
        if not self._orphans:
            self._adopt_at = time.monotonic() + _ADOPT_EVERY_S
        return bool(self._orphans)

    def _send_next(self, wire: _Wire, files: "deque[Any]") -> bool:
        """Sends the next records of the oldest file. False where there is nothing to send."""
        while files:
            file = files[0]
            if file.pending:
                break
            # The last of our own may be written to at this very moment.
            if files is self._files and len(files) == 1 and not self._stop:
                return False
            files.popleft()
            file.close()
        if not files:
            return False
        self._tally = self._counts if files is self._files else self._adopted
        if self._under_way is None or self._under_way[0] is not file:
            bodies, offset = file.window(self._give_way)
            self._under_way = (file, offset, deque(_to_batches(bodies, self._give_way)))
        _, offset, batches = self._under_way
        while batches:
            parts = self._deliver(wire, batches[0])
            batches.popleft()
            batches.extendleft(reversed(parts))
        file.ack(offset)
        self._weigh_memory()
        self._under_way = None
        return True

    def _deliver(self, wire: _Wire, batch: _Batch) -> List[_Batch]:
        """Sends a batch until its fate is known: taken, or refused for good. Raises _Away where it is to be kept.

        Returns:
            What is to be sent in its place: its halves, where it was too much, or nothing.
        """
        if batch.logged and _now_ms() - min(batch.logged) > _FRESH_MS:
            return self._name_launches(wire, batch)
        for tried in itertools.count(1):
            if batch.is_rows:
                body, kind = b"\n".join(batch.rows) + b"\n", "application/x-ndjson"
            else:
                body, kind = batch.rows[0], "application/json"
            answer = wire.send(batch.method, batch.path, body, kind)
            verdict = self._judge(batch, answer)
            if verdict == "again" and tried >= _TRIES_OF_500:
                verdict = "split"
                if len(batch.rows) == 1:
                    self._reject(1 if batch.is_rows else 0, answer.words)
                    return []
            if verdict == "done":
                return []
            if verdict == "split":
                middle = len(batch.rows) // 2
                halves = (slice(None, middle), slice(middle, None))
                return [dataclasses.replace(batch, rows=batch.rows[at], logged=batch.logged[at]) for at in halves]
            self._pause(0.25 * 2**tried * (0.5 + 0.5 * random.random()))
            if self._stop:
                break
        raise _Away("stopped")

    def _name_launches(self, wire: _Wire, batch: _Batch) -> List[_Batch]:
        """Rows that name no launch and had to wait, with that in which they were logged: a newer one may be there now."""
        run = "/".join(batch.path.split("?")[0].split("/")[:5])
        known = self._launches.get(run)
        if known is None or known[0] < max(batch.logged):
            now = _now_ms()
            answer = wire.send("GET", run, b"", "application/json")
            known = self._launches[run] = (now, _read_launches(answer))
        batches: List[_Batch] = []
        for row, at in zip(batch.rows, batch.logged):
            name = _find_launch(known[1], at)
            path = batch.path
            if name is not None:
                path += ("&" if "?" in path else "?") + urllib.parse.urlencode({"segment": name})
            if batches and batches[-1].path == path:
                batches[-1].rows.append(row)
            else:
                batches.append(dataclasses.replace(batch, path=path, rows=[row], logged=[]))
        return batches

    def _judge(self, batch: _Batch, answer: _Answer) -> str:
        """What an answer means: done, split, or again (HTTP 500). Raises _Away where everything is to be kept."""
        status, body = answer.status, answer.body if isinstance(answer.body, dict) else {}
        if 200 <= status < 300:
            if not batch.is_rows:
                if not body:
                    raise _Away("what answers there is no Falsezero server")
                return "done"
            if not isinstance(body.get("received"), int):
                raise _Away("what answers there is no Falsezero server: it sent no receipt")
            return self._note_receipt(batch, body)
        _raise_if_away(answer)
        if status == 413 and len(batch.rows) > 1:
            return "split"
        if status == 422 and batch.is_rows and isinstance(body.get("rejected_count"), int):
            return self._note_receipt(batch, body)
        if status >= 500:
            return "again"
        self._reject(len(batch.rows) if batch.is_rows else 0, answer.words)
        return "done"

    def _note_receipt(self, batch: _Batch, receipt: Mapping[str, Any]) -> str:
        told = receipt.get("rejected_count")
        rejected = min(max(told, 0), len(batch.rows)) if type(told) is int else 0
        self._tally["accepted"] += len(batch.rows) - rejected
        if rejected:
            first = next(iter(_to_dicts(receipt.get("rejected"))), {})
            self._reject(rejected, str(first.get("message") or first.get("code")), str(first.get("code")))
        for warning in _to_dicts(receipt.get("warnings")):
            if warning.get("code") == "more_than_declared":
                self._tell_once("more_than_declared", "%s", warning.get("message"))
        return "done"

    def _reject(self, count: int, why: str, code: str = "") -> None:
        self._tally["rejected"] += count
        self._tell_once(f"reject:{code or why[:60]}", "the server refused: %s. It is not sent again", why[:500])

    # -- ends ---------------------------------------------------------------------------------------------------------

    def _is_idle(self) -> bool:
        with self._lock:
            if self._queue or self._is_draining:
                return False
        return not any(file.pending for file in list(self._files))

    def _flush(self, timeout: float, only_while_heard: bool = False) -> bool:
        """Waits until everything is acknowledged. False where time ran out, or nobody answers."""
        until = time.monotonic() + timeout
        if self._queue:
            self._start()
        if not self._threads:
            self._drain()  # Nobody else does, and then it is at least on the disk.
        self._hurry.set()
        self._wake.set()
        try:
            while not self._is_idle():
                is_written = not self._queue and not self._is_draining
                is_working = len(self._threads) == 2 and all(thread.is_alive() for thread in self._threads)
                is_vain = (only_while_heard and self._away is not None) or not is_working
                if time.monotonic() >= until or (is_vain and is_written):
                    return False
                time.sleep(0.005)
            return True
        finally:
            self._hurry.clear()

    def _close(self) -> None:
        """The end of the process: everything is on disk, and sent where the server is heard."""
        if self._pid != os.getpid() or not (self._threads or self._queue):
            return
        try:
            if not self._is_finished:
                self._flush(self._exit_timeout, only_while_heard=True)
        except RuntimeError:
            pass  # No thread can be started any more.
        self._drain()
        self._stop = True
        self._wake.set()
        self._news.set()
        is_lost = False
        for file in list(self._files):
            # With the process goes what no disk took: it is counted, and not said to be kept.
            if isinstance(file, _MemoryFile) and file.pending:
                self._drop(file.clear(), f"the process ends, and {self._base} takes no more")
                is_lost = True
        if is_lost or not (self._is_finished or self._is_idle()):
            self._report()
        for file in [*self._files, *self._orphans]:
            if not file.pending:
                file.close()

    def _after_fork(self) -> None:
        """A child has nothing of its parent's: neither its threads nor its rows, nor the lead of the launch."""
        for file in [*self._files, *self._orphans]:
            file.abandon()
        self._begin()
        self._is_worker = True


def _because(error: Optional[BaseException]) -> str:
    if error is None:
        return ""
    try:
        return f" ({type(error).__name__}: {str(error)[:300]})"
    except Exception:
        return f" ({type(error).__name__})"


def _warn_of(name: str, value: Any, instead: Any) -> None:
    logger.warning("%s can't be a %s: taking %s", name, type(value).__name__, instead)


def _to_text(name: str, value: Any) -> Optional[str]:
    """An argument as text; None, with a warning, where it has none."""
    try:
        return None if value is None else str(value)
    except Exception:
        _warn_of(name, value, "what it is unless told")
        return None


# A year: beyond it the system's own timers raise.
_LONGEST_BOUND_S = 365.0 * 86_400


def _to_bound(name: str, value: Any, usual: float) -> float:
    """A bound of bytes or seconds, from whatever a number can be read from; else the usual one, with a warning."""
    try:
        number = float(value)
        if number >= 0:
            return min(number, _LONGEST_BOUND_S if isinstance(usual, float) else 2.0**62)
    except Exception:
        pass
    _warn_of(name, value, usual)
    return usual


def _size_of(path: str) -> int:
    try:
        return os.path.getsize(path)
    except OSError:
        return 0


def _list_spool(base: str) -> List[str]:
    found: List[str] = []
    try:
        launches = [entry.path for entry in os.scandir(base) if entry.is_dir()]
        for launch in launches:
            found.extend(entry.path for entry in os.scandir(launch) if entry.name.endswith(".spool"))
    except OSError:
        pass
    # What names no launch comes last: by then the server has heard of the launches that others name.
    return sorted(found, key=lambda path: (f"{os.sep}joined{os.sep}" in path, path))


def _to_dicts(value: Any) -> List[Dict[str, Any]]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def _to_batches(bodies: List[bytes], give_way: Callable[[], None]) -> List[_Batch]:
    """Records in their order; rows that go to one address together, as long as no other call stands between them."""
    batches: List[_Batch] = []
    open_ones: Dict[str, _Batch] = {}
    for body in bodies:
        give_way()
        head, _, content = body.partition(b"\n")
        try:
            told = json.loads(head)
            path, method, at = str(told["p"]), told.get("m"), told.get("t")
        except (ValueError, KeyError, TypeError, AttributeError):
            logger.warning("stepped over a record that nobody can read")
            continue
        logged = [at] if type(at) is int else []
        if method is not None:
            open_ones.clear()
            batches.append(_Batch(str(method), path, [content], False, logged))
            continue
        known = open_ones.get(path)
        if known is not None and bool(known.logged) == bool(logged):
            known.rows.append(content)
            known.logged.extend(logged)
        else:
            open_ones[path] = _Batch("POST", path, [content], True, logged)
            batches.append(open_ones[path])
    return batches


def _read_launches(answer: _Answer) -> List[Dict[str, Any]]:
    """The launches of a run that was asked for, none where the server itself says that it knows no such run.

    That is remembered, and its rows stay in the launch that they join: whatever else is answered raises _Away.
    """
    _raise_if_away(answer)
    if answer.status >= 500:
        raise _Away(answer.words, answer.retry_after)
    if answer.status >= 300 and answer.is_ours:
        return []
    told = answer.body.get("segments") if isinstance(answer.body, dict) else None
    if answer.status >= 300 or not isinstance(told, list):
        raise answer.foreign()
    return _to_dicts(told)


def _find_launch(segments: List[Dict[str, Any]], at: int) -> Optional[str]:
    """The newest launch that had begun at a moment, epoch ms, else the first; None where there is none.

    Args:
        segments: those of GET /api/v1/runs/{run}, in their order.
    """
    found: Optional[str] = None
    for segment in segments:
        name = segment.get("segment")
        begun = _to_epoch_ms(segment.get("started_at") or segment.get("first_heard_at"))
        if isinstance(name, str) and (found is None or begun is None or begun <= at):
            found = name
    return found


def _to_epoch_ms(text: Any) -> Optional[float]:
    try:
        return datetime.datetime.fromisoformat(str(text).replace("Z", "+00:00")).timestamp() * 1_000
    except (ValueError, OverflowError):
        return None


def _close_run(reference: "weakref.ref[Run]") -> None:
    run = reference()
    if run is not None:
        run._close()


def _close_all() -> None:
    for run in list(_runs):
        try:
            run._close()
        except Exception as error:
            run._complain("exit", error)


def _after_fork_in_child() -> None:
    global _is_fork
    _is_fork = True
    _led.clear()
    for run in list(_runs):
        run._after_fork()


atexit.register(_close_all)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork_in_child)


# ---------------------------------------------------------------------------------------------------------------------
# NeMo Gym, live.

# The most of one body that is kept to be read.
_BODY_LIMIT = 64 * _MIB


def _to_kind_part(text: str) -> str:
    """Text as one side of `<server>:<kind>`: KeyError becomes key_error."""
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", text)
    return re.sub(r"[^a-z0-9_]+", "_", spaced.lower()).lstrip("_0123456789").rstrip("_")[:60]


def _read_headers(carrier: Any) -> Dict[bytes, bytes]:
    """The headers of a scope or a message, by their names in small letters; what is no pair of bytes is left out.

    Headers that can be read only once are put back as a list.
    """
    told = carrier.get("headers") or ()
    if iter(told) is told:
        told = carrier["headers"] = list(told)
    headers: Dict[bytes, bytes] = {}
    for pair in told:
        if isinstance(pair, (list, tuple)) and len(pair) == 2 and all(isinstance(part, bytes) for part in pair):
            headers[pair[0].lower()] = pair[1]
    return headers


class _Captured:
    """What one call of /verify was asked and answered, as bytes. Bodies that are too large are None.

    Nothing here raises: whatever an application or a server passes is passed on.
    """

    __slots__ = ("asked", "request", "status", "headers", "answer", "is_complete", "is_reported")

    def __init__(self, scope: Any) -> None:
        self.request: Optional[bytearray] = bytearray()
        self.status = 0  # until an answer begins
        self.headers: Dict[bytes, bytes] = {}
        self.answer: Optional[bytearray] = bytearray()
        self.is_complete = False
        self.is_reported = False
        self.asked: Dict[bytes, bytes] = {}
        try:
            self.asked = _read_headers(scope)
        except Exception:
            pass

    @property
    def size(self) -> int:
        return len(self.request or b"") + len(self.answer or b"")

    @property
    def is_answered(self) -> bool:
        return self.is_complete and self.status < 400

    def keep_request(self, message: Any) -> None:
        try:
            if message.get("type") == "http.request":
                self.request = _extend(self.request, message.get("body") or b"")
        except Exception:
            self.request = None

    def keep_answer(self, message: Any) -> None:
        if self.is_complete:
            return  # What comes after the end is no part of the answer: a server refuses it.
        try:
            kind = message.get("type")
            if kind == "http.response.start" and not self.status:
                status = message.get("status")
                self.status = int(status) if isinstance(status, int) else 0
                self.headers = _read_headers(message)
            elif kind == "http.response.body":
                self.is_complete = not message.get("more_body", False)
                self.answer = _extend(self.answer, message.get("body") or b"")
            elif kind in ("http.response.pathsend", "http.response.zerocopysend"):
                self.answer = None  # A file, which the server reads by itself.
                self.is_complete = not message.get("more_body", False)
        except Exception:
            self.answer = None


def _extend(body: Optional[bytearray], part: Any) -> Optional[bytearray]:
    if body is None or len(body) + len(part) > _BODY_LIMIT:
        return None
    body += part
    return body


def _read_json(data: Optional[bytearray], encoding: bytes = b"") -> Any:
    """What a body says; None where it is no JSON, or too large to be read."""
    if data is None:
        return None
    text: Union[bytes, bytearray] = data
    try:
        if encoding.lower() in (b"gzip", b"x-gzip", b"deflate"):
            packed = zlib.decompressobj(32 + zlib.MAX_WBITS)  # either of them, as its first bytes say
            text = packed.decompress(data, _BODY_LIMIT)
            if not packed.eof:
                return None
        elif encoding.lower() not in (b"", b"identity"):
            return None
        return json.loads(text)
    except Exception:
        return None


def _to_kinds(told: Any) -> Dict[Any, str]:
    """The argument ``kinds`` without what can't be used, of which it warns."""
    kinds: Dict[Any, str] = {}
    try:
        for of, kind in dict(told or {}).items():
            if isinstance(of, type) and isinstance(kind, str):
                kinds[of] = kind
            else:
                logger.warning("kinds: a %s for a %s is no kind for a class: left out", *(type(x).__name__ for x in (kind, of)))
    except Exception:
        _warn_of("kinds", told, "none")
    return kinds


class Middleware:
    """ASGI middleware that reports every answer of a NeMo Gym resources server's ``/verify``.

        app.add_middleware(falsezero.Middleware, run="browser-7", environment="browser_agent")

    It changes nothing about requests and answers, and delays none: bytes pass through as they come, and are read later
    on a background thread. Other paths, websockets and lifespans are handed on untouched.

    *   An answer is reported to the letter. What names the rollout (``_ng_…``, ``agent_ref``) is taken from the request
        where the answer does not repeat it.
    *   An exception is reported as ``failed`` and raised on. Its kind is what the environment says, as
        ``error.failure_kind`` or in ``kinds``; else ``<server>:<class>``, such as ``browser_agent:key_error``; without a
        server's name ``verifier_error``. The text is the reason, and never makes a kind.
    *   An answer of 400 or 422 is reported as ``failed`` with ``protocol_violation``, any other of 400 and up, or one
        that is not JSON, with ``environment_server_failed``.
    *   The step is that of the header ``x-falsezero-step``, else of the request's field ``falsezero_step``, else the one
        that this process declared (``run.step``), else the run's current one on the server. ``x-falsezero-split`` and
        ``x-falsezero-segment`` are read too.

    Args:
        app: the ASGI application.
        run: a ``Run``, or the name of one. A name makes a worker's run: it never begins a launch of its own.
        environment: for answers whose request names no agent; it is also the server's name in kinds.
        kinds: classes of exceptions and the kind each is, such as ``{MissingKey: "configuration"}``. A name that is not
            a registered kind becomes ``<server>:<name>``.
        path: the end of the path that is reported.
        step_field: the request's field with the step.
    """

    def __init__(
        self,
        app: Any,
        run: Union[Run, str],
        *,
        environment: Optional[str] = None,
        kinds: Optional[Mapping[type, str]] = None,
        path: str = "/verify",
        step_field: str = "falsezero_step",
        **options: Any,
    ) -> None:
        self.app = app
        self.run = run if isinstance(run, Run) else Run(run, **{"is_worker": True, **options})
        if isinstance(run, Run) and options:
            logger.warning("the middleware was given a run: what is told beside it is not used (%s)", ", ".join(options))
        self.environment = _to_text("environment", environment) or self.run.environment
        self._kinds = _to_kinds(kinds)
        self._path = path
        if not isinstance(path, str):
            _warn_of("path", path, "/verify")
            self._path = "/verify"
        self._step_field = step_field
        if not isinstance(step_field, str):
            _warn_of("step_field", step_field, "falsezero_step")
            self._step_field = "falsezero_step"

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if not self._is_verify(scope):
            await self.app(scope, receive, send)
            return
        captured = _Captured(scope)

        async def receive_and_keep() -> Any:
            message = await receive()
            captured.keep_request(message)
            return message

        async def send_and_keep(message: Any) -> None:
            captured.keep_answer(message)
            await send(message)
            if captured.is_answered:  # The application may go on for long.
                self._report(captured, None, None)

        try:
            await self.app(scope, receive_and_keep, send_and_keep)
        except BaseException as error:
            # A server of Starlette answers 500 and raises on: the exception tells more than that answer.
            if captured.is_answered:
                self._report(captured, None, None)
            else:
                self._report(captured, *self._name_exception(error))
            raise
        if captured.is_complete:
            self._report(captured, None, None)
        else:
            self._report(captured, "environment_server_failed", "the answer was never completed")

    def _is_verify(self, scope: Any) -> bool:
        try:
            is_post = scope.get("type") == "http" and scope.get("method") == "POST"
            return bool(is_post and scope.get("path", "").endswith(self._path))
        except Exception:
            return False

    def _name_exception(self, error: BaseException) -> Tuple[str, str]:
        """Kind and reason of an exception: a name for its class, and its text. Raises nothing, whatever it is."""
        name = type(error).__name__
        try:
            text = str(error)[:2_000]
        except Exception:
            text = ""
        reason = f"{name}: {text}"[:2_000] if text else name[:2_000]
        try:
            told = getattr(error, "failure_kind", None)
            if not isinstance(told, str) or not told:
                told = next((kind for of, kind in self._kinds.items() if isinstance(error, of)), None)
            if told:
                return self._to_kind(told), reason
        except Exception as odd:
            self.run._complain("asking an exception for its kind", odd)
        if name == "CancelledError":
            return "cancelled", reason
        return self._to_kind(_to_kind_part(name)), reason

    def _to_kind(self, name: str) -> str:
        if name in _REGISTERED_KINDS:
            return name
        server, _, part = name.rpartition(":")
        server, part = _to_kind_part(server or self.environment or ""), _to_kind_part(part)
        return f"{server}:{part}" if server and part else "verifier_error"

    def _report(self, captured: _Captured, kind: Optional[str], reason: Optional[str]) -> None:
        run = self.run
        if captured.is_reported:
            return
        captured.is_reported = True
        try:
            step, number, at = run._step, next(run._numbers), _now_ms()
            size = captured.size + 500

            def make() -> bytes:
                row, told = self._to_row(captured, kind, reason)
                return run._to_record(row, told, step, number, at, size)

            run._put(_Entry(make, size))
        except Exception as error:
            run._drop(1, "an answer could not be taken", error)

    def _to_row(
        self, captured: _Captured, kind: Optional[str], reason: Optional[str]
    ) -> Tuple[Dict[str, Any], Dict[str, Any]]:
        asked = _read_json(captured.request, captured.asked.get(b"content-encoding", b""))
        asked = asked if isinstance(asked, dict) else {}
        told: Dict[str, Any] = {"environment": self.environment}
        step = captured.asked.get(b"x-falsezero-step", b"").decode("latin-1").strip()
        is_step = step.isdecimal() and len(step) < 16
        if step and not is_step:
            self.run._tell_once("step header", "the header x-falsezero-step is no step: %.40r; it is left out", step)
        if is_step:
            told["step"] = int(step)
        elif type(_to_whole(asked.get(self._step_field))) is int:
            told["step"] = _to_whole(asked[self._step_field])
        for header, name in ((b"x-falsezero-split", "split"), (b"x-falsezero-segment", "segment")):
            value = captured.asked.get(header)
            if value:
                told[name] = urllib.parse.unquote(value.decode("latin-1"))
        row: Any = None
        if kind is None and captured.status < 400:
            row = _read_json(captured.answer, captured.headers.get(b"content-encoding", b""))
            if not isinstance(row, dict):
                kind, reason = "environment_server_failed", "the answer is no JSON object, or too large to be read"
        elif kind is None:
            kind = "protocol_violation" if captured.status in (400, 422) else "environment_server_failed"
            text = bytes((captured.answer or b"")[:400]).decode("utf-8", "replace")
            reason = f"HTTP {captured.status}: {text}"
        if kind is not None:
            known = ("responses_create_params", "response")
            row = {name: asked[name] for name in known if name in asked}
            row.update(failure_kind=kind, failure_reason=reason, _falsezero={"outcome": "failed"})
            row.setdefault("response", None)
            row.setdefault("responses_create_params", None)
        for name, value in asked.items():
            if (name.startswith("_ng_") or name == "agent_ref") and row.get(name) is None:
                row[name] = value
        if not _is_nemo_gym(row):
            row.setdefault("responses_create_params", asked.get("responses_create_params"))
            row.setdefault("response", asked.get("response"))
        return row, told


_REGISTERED_KINDS = frozenset(
    """
    transport_unreachable transport_peer_drop transport_timeout transport_local_resource agent_run_error
    agent_request_failed agent_timeout agent_command_not_allowed environment_server_failed protocol_violation
    judge_failed judge_unparseable verifier_error provider_unavailable provider_quota_exhausted provider_oom_killed
    session_lost session_expired session_release_failed cancelled kill_shaped shutdown persistence_failed
    cohort_incomplete
    """.split()
)


# ---------------------------------------------------------------------------------------------------------------------


def _main(arguments: List[str]) -> int:
    """`python falsezero.py flush`: sends what earlier processes left in the spool."""
    import argparse

    parser = argparse.ArgumentParser(prog="falsezero.py", description="Sends what earlier processes left in the spool.")
    parser.add_argument("command", choices=["flush"])
    parser.add_argument("--url", help="the server; else FALSEZERO_URL, else http://127.0.0.1:6161")
    parser.add_argument("--spool", help="the folder; else FALSEZERO_SPOOL, else ~/.cache/falsezero/spool")
    options = parser.parse_args(arguments)
    if fcntl is None:
        print(
            "Nothing was sent: on this system it can't be told whether the process that a spool file is of still lives. "
            "Run this on one that locks files, with --spool on a copy of the folder.",
            file=sys.stderr,
        )
        return 2
    run = Run("flush", url=options.url, spool=options.spool, is_worker=True)
    try:
        wire = _Wire(run.url, run._token, run._timeout)
        while run._send_next(wire, run._orphans) or run._adopt():
            pass
    except ValueError as error:
        print(f"{run.url} is no address: {error}", file=sys.stderr)
        return 2
    except _Away as away:
        print(f"{run.url}: {away}. Everything is kept in {run._base}.", file=sys.stderr)
        return 2
    counts = run._adopted
    print(f"{counts['accepted']} rows sent, {counts['rejected']} refused")
    left = len(_list_spool(run._base))
    if left:
        print(f"{left} files were left: their processes still live, or this user may not read them", file=sys.stderr)
    return 1 if counts["rejected"] else 0


if __name__ == "__main__":
    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    sys.exit(_main(sys.argv[1:]))
