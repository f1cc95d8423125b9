"""A process to be killed: records answers as fast as it can, and prints the id of each once it is committed."""

import random
import sys
from pathlib import Path

from trainer.records.store import Derived, Store


def main(path: Path, seed: int) -> None:
    random_source = random.Random(seed)
    with Store(path) as store:
        profile = (store.profiles() or [store.add_profile("Ana")])[0].id
        number = store.count(profile)
        session = store.add_session(profile, "today", f"plan {seed}").id
        while True:
            number += 1
            attempt = store.new_attempt(
                profile=profile,
                item=f"pay-the-layout/3 baleares/roulette-french@1+ab12cd34 #{random_source.getrandbits(31)}",
                answer="7" * random_source.randrange(1, 60),
                right=random_source.random() < 0.8,
                milliseconds=4200,
                target_ms=5000,
                behaviour="practise",
                counts=True,
                session=session,
            )
            store.record(attempt, [Derived("count", "attempts", str(number))])
            print(attempt.id, flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
