"""What every test of the client has: a spool of its own, a clean environment, and what was logged."""

import logging
import os
import shutil
import tempfile
import unittest

import falsezero
from fake_server import FakeServer


class ClientCase(unittest.TestCase):
    def setUp(self):
        self.spool = tempfile.mkdtemp(prefix="falsezero-spool-")
        self.kept = dict(os.environ)
        for name in [*os.environ]:
            if name.startswith(("FALSEZERO_", "SLURM_")) or name in ("RANK", "LOCAL_RANK"):
                del os.environ[name]
        falsezero._led.clear()
        self.said = []
        handler = logging.Handler()
        handler.emit = lambda record: self.said.append(record.getMessage())
        falsezero.logger.addHandler(handler)
        falsezero.logger.propagate = False
        self.addCleanup(falsezero.logger.removeHandler, handler)
        self.runs = []
        self.servers = []

    def tearDown(self):
        for run in self.runs:
            run._exit_timeout = 0
            run._close()
        for server in self.servers:
            server.stop()
        os.environ.clear()
        os.environ.update(self.kept)
        shutil.rmtree(self.spool, ignore_errors=True)

    def serve(self, *replies, **options):
        server = FakeServer(*replies, **options)
        self.servers.append(server)
        return server

    def run_at(self, server, name="r", **options):
        url = server if isinstance(server, str) else server.url
        run = falsezero.Run(name, url=url, spool=self.spool, **options)
        self.runs.append(run)
        return run

    def spooled(self):
        return [path for _, _, files in os.walk(self.spool) for path in files]
