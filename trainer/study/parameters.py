"""All parameters of the estimates and of the choice of questions, in one place, each with its source.

*Set by simulation* means: the value with the best log-loss or knowledge over the five laws of learning of
``benchmarks/study_truths.py``. They are coarse on purpose: a value twice as large or half as large changes little.
The parameters of FSRS are those of the package ``fsrs`` and are not repeated here.
"""

from __future__ import annotations

# Answers. Guess and slip of knowledge tracing (Corbett and Anderson, 1995), which bounds them at .3 and .1.
GUESS = 0.1  # chance of a right answer without knowledge
SLIP = 0.03  # chance of a wrong answer in spite of knowledge

# Ability in logits (`ability`): variances of the prior, as in Rasch models of mixed classes. Set by simulation.
PLACE_VARIANCE = 1.5  # a trainee at a table
SKILL_VARIANCE = 0.8  # a skill, given the trainee
RUNG_VARIANCE = 0.8  # a rung, given the skill
FIRST_LEVEL = -0.8  # mean of a first level before any answer
A_LEVEL = -0.35  # each further level
HIGHEST = 4.0  # answers cannot distinguish more; a chance of about .95
BROUGHT_ALONG = 5  # answers on a rung that say what the trainee knew before; later ones say what was learned here
BROUGHT_DAYS = 60  # days of practice that a rung known before is worth when its next question is chosen

# Learning and forgetting of a generated rung, in logits. Set by simulation.
LEARNS = 0.12  # gain by the first answer of a rung,
LEARNS_OVER = 20.0  # which halves after this many answers (power law of practice: Newell and Rosenbloom, 1981)
WANDERS = 0.03  # variance added by each answer
FORGETS = 0.25  # loss by the logarithm of the days since the last answer (Wickelgren, 1974),
FORGETS_OVER = 3.0  # divided by one more than the days of practice over this
DRIFTS = 0.02  # variance added by each day
MOST_DRIFT = 1.0

# Weight of an answer that does not count: while learning, after a hint, or seen before.
UNCOUNTED = 0.25

# Calibration by each trainee (`calibration`): constant, logit of the prediction, logarithm of the days. Set by
# simulation.
FACTS_START, FACTS_VARIANCE = (0.3, 0.5, -0.5), (0.8, 0.1, 0.1)
SKILLS_START, SKILLS_VARIANCE = (0.0, 1.0, 0.0), (0.3, 0.1, 0.1)
RECALL_VARIANCE = 0.3  # of the facts of a rung, given the trainee
RECALL_DRIFT = 0.003  # variance added to it by each answer
CALIBRATION_DRIFT = (0.0006, 0.00005, 0.00005)  # variance added by each answer

# Facts are asked again when FSRS predicts this retention, its default. In simulations .85 left no more known in the end
# and made mastery less certain.
WANTED_RETENTION = 0.9

# Unlocking and finishing.
OPENS_AT = 0.65  # estimated accuracy of what a rung needs
OPENS_WITH_ANSWERS = 60  # or this many answers, so that nobody is stuck
KNOWN_UNSEEN = 0.7  # estimated accuracy that is enough for a rung with fewer answers, whatever the strictness
KNOWN_BEFORE = 0.7  # new facts of a rung with this estimate that are answered right were known before
LEAST_ANSWERS = 5  # on a rung before its own estimate opens or finishes anything
FINISHED_AT = 0.9  # a generated rung is out of focus from this estimated accuracy

# Mastery.
MASTERED_FROM = 0.9  # accuracy of a generated rung,
SURE = 1.28  # standard deviations below the estimate: ninety per cent sure
FACTS_SURE = 1.34  # the same for the share of facts that are remembered, whose estimates are a little less certain
FACTS_MASTERED_FROM = 0.8  # share of the facts that are remembered
FACTS_LEARNED = 0.9  # share of the facts that must have left the learning steps
ENOUGH = 12  # counted answers,
ENOUGH_DAYS = 2  # on so many days

# Choice: expected gain of a question (`gain`). Set by simulation.
HORIZON_DAYS = 7.0  # accuracy counts so many days from now
BEST = 0.98  # the highest accuracy to be expected
RATE = 0.1  # share of what is missing that the next answer on a generated rung adds,
FAVOURS_WEAK = 2.0  # times what is missing to this power less one, so that rungs that are nearly known wait;
TIRES_EVER = 25.0  # halved after this many answers in all,
TIRES_TODAY = 6.0  # halved after this many today
SPEED_WORTH = 0.1  # what the badge of speed is worth, as accuracy
OPENS_WORTH = 0.25  # what a question is worth more for each rung that waits for its rung
IN_FOCUS = 8  # generated rungs that are named as being in focus
A_DAY = 25  # answers on one rung on one day, unless there is nothing else
LEARNING_AT_ONCE = 7  # facts in the learning steps at the same time
NOT_AGAIN_WITHIN = 3  # questions before the same fact may return
SOON_MINUTES = 5  # until a missed or new fact is asked again
LEECH_LAPSES = 5  # times a fact was forgotten after which its lesson and easier questions are offered (Anki: 8)
FADED = 0.03  # loss of accuracy since the last answer from which a generated rung is said to fade
VERDICT_SECONDS = 4.0  # between an answer and the next question, before it is known of the trainee

# Length of a session.
SESSION_SECONDS = 600.0
FACT_SHARE = 0.5  # share of the questions that the plan leaves to facts, if skills are in focus
MEETINGS = 2  # times a new fact is asked on its first day

# Placement test.
PLACED_DEVIATION = 1.5  # standard deviation of the ability before the test
PLACED_SURE = 0.6  # standard error in logits that ends it: reached after about 14 well-chosen questions
PLACED_AT_MOST = 24  # questions about the ability at the table
CHECKED_AT_MOST = 40  # questions of the whole test, with those on skills that are probably known
