"""NeMo Gym's string_match, reported live, whose answers also degrade, get lost and fail as the row's metadata asks."""

import falsezero
from nemo_gym.judge import JudgeError
from resources_servers.string_match.app import (
    StringMatchResourcesServer,
    StringMatchVerifyRequest,
    StringMatchVerifyResponse,
)


class MissingKey(Exception):
    """No key for the judge: the configuration's fault."""


class OddAnswers(StringMatchResourcesServer):
    def setup_webserver(self):
        app = super().setup_webserver()
        kinds = {MissingKey: "configuration"}
        app.add_middleware(falsezero.Middleware, run="live", environment=self.config.name, kinds=kinds)
        return app

    async def verify(self, body: StringMatchVerifyRequest) -> StringMatchVerifyResponse:
        answer = await super().verify(body)
        wanted = (body.metadata or {}).get("wanted")
        if wanted == "degraded":
            answer.failure_kind, answer.failure_reason = "judge_unparseable", "the judge said: maybe"
        elif wanted == "masked":
            answer.reward, answer.mask_sample = 0.0, True
            answer.failure_kind, answer.failure_reason = "session_lost", "reset: no session in 30 s"
        elif wanted == "judge":
            raise JudgeError("HTTP 503 after 3 tries")
        elif wanted == "bug":
            raise KeyError("session")
        elif wanted == "key":
            raise MissingKey("JUDGE_KEY is not set")
        return answer


if __name__ == "__main__":
    OddAnswers.run_webserver()
