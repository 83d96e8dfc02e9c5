"""Large rows are serialised in slices, which join to exactly the JSON that the encoder makes of the whole."""

import collections
import enum
import json
import math
import random

import falsezero
from case import ClientCase


class Array:
    """What numpy and torch arrays have in common."""

    def __init__(self, value):
        self.value = value

    def tolist(self):
        return self.value


class Level(enum.IntEnum):
    HIGH = 3


Point = collections.namedtuple("Point", ["x", "y"])


class Slices(ClientCase):
    def slice(self, value):
        """The JSON, and between how many pieces a caller may go first."""
        turns = []
        return falsezero._dump(value, lambda: turns.append(1)).decode(), len(turns)

    def assert_same(self, value):
        got, turns = self.slice(value)
        self.assertEqual(got, json.dumps(value, default=falsezero._to_json_value, separators=(",", ":")))
        return turns

    def test_long_lists_texts_and_conversations_are_sliced(self):
        values = {
            "whole numbers": list(range(8_000)),
            "a tuple": tuple(range(8_000)),
            "floats": [index / 7 for index in range(2_000)],
            "a text": 'a "word"\n' * 20_000,
            "characters beyond ASCII": "\u00e9\u20ac\U0001f600\ud83d" * 40_000,
            "a conversation": [{"role": "user", "content": "word " * 40} for _ in range(400)],
            "many keys": {f"key {index}": index for index in range(5_000)},
            "an array": Array(list(range(8_000))),
            "deep inside": {"a": [{"b": ({"c": list(range(8_000)), "d": None},)}, 1]},
        }
        for name, value in values.items():
            with self.subTest(name):
                self.assertGreaterEqual(self.assert_same(value), 3)

    def test_numbers_of_all_sorts_stay_what_they_are(self):
        numbers = [math.nan, math.inf, -math.inf, -0.0, 5e-324, 1e300, 2**64, -(10**100), True, False, None, Level.HIGH]
        self.assert_same(numbers * 1_000)
        self.assert_same({"few": [[one] for one in numbers], "many": list(range(9_000)) + numbers + [0.5] * 9_000})
        self.assert_same([Array(0.5), Array([1, 2])] * 500 + [Point(1, 2)] * 500)

    def test_keys_that_are_no_texts_become_what_the_encoder_makes_of_them(self):
        long = list(range(3_000))
        self.assert_same({1: long, 1.5: long, None: long, True: 1, math.inf: long, '"': long, "": {}})
        self.assertEqual(self.slice({(1, 2): long})[0], json.dumps({"(1, 2)": long}, separators=(",", ":")))

    def test_whatever_is_made_up_joins_to_the_same(self):
        made = random.Random(61)
        letters = 'ab"\\\n\u00e9\ud800\U0001f600'

        def make(depth=0):
            sort = made.randrange(9 if depth < 4 else 6)
            if sort < 3:
                return made.choice([made.randrange(10**6), made.random(), math.nan, -0.0, 10**40, True, None])
            if sort == 3:
                return "".join(made.choices(letters, k=made.randrange(300)))
            if sort < 6:
                return [made.choice([made.random, lambda: made.randrange(99)])() for _ in range(made.randrange(200))]
            if sort < 8:
                return [make(depth + 1) for _ in range(made.randrange(9))]
            return {made.choice([index, str(index), f"k{index}"]): make(depth + 1) for index in range(made.randrange(9))}

        self.addCleanup(setattr, falsezero, "_SLICE", falsezero._SLICE)
        for falsezero._SLICE in (8, 50, 400):
            sliced = sum(self.assert_same(make()) > 1 for _ in range(300))
            self.assertGreater(sliced, 50)

    def test_what_holds_itself_ends(self):
        cycle = {"ids": list(range(8_000))}
        cycle["again"] = [cycle, cycle]
        text, _ = self.slice(cycle)
        self.assertIn('"again":', text)
        self.assertLess(len(text), 50_000_000)

    def test_a_row_of_token_ids_arrives_as_it_was(self):
        server = self.serve()
        fz = self.run_at(server)
        ids, logprobs = list(range(100_000, 108_000)), [-index / 3 for index in range(8_000)]
        for index in range(8):  # More elements than the garbage collector is left alone with.
            fz.log({"id": index, "ids": ids, "logprobs": logprobs})
        ids[0] = -1
        self.assertEqual(fz.finish(timeout=30)["accepted"], 8)
        told = {"ids": list(range(100_000, 108_000)), "logprobs": logprobs}
        self.assertEqual(server.rows(), [{"id": index, **told} for index in range(8)])
