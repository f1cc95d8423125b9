"""The tables of a school, as migration steps. A released step is never changed; changes are new steps.

Column types are words that each engine replaces: BYTES, NUMBER (64-bit integer), COUNTED (auto-increment key). Times
are milliseconds since 1970. Rows of `entries` are never changed. `skills`, `mistakes`, `hours` and `work` are totals of
entries, updated as entries arrive and recomputed by `recount`, so that a board costs the same for any number of
entries.
"""

from __future__ import annotations

STEPS = (
    # Step 1
    """
CREATE TABLE people (
    id BYTES PRIMARY KEY,
    role TEXT NOT NULL,
    name TEXT NOT NULL,
    login TEXT UNIQUE,
    password BYTES,
    created NUMBER NOT NULL,
    gone NUMBER,
    stored NUMBER NOT NULL DEFAULT 0,
    checksum BYTES NOT NULL
);
CREATE TABLE classes (
    id BYTES PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    created NUMBER NOT NULL,
    ended NUMBER
);
CREATE TABLE members (
    class BYTES NOT NULL REFERENCES classes (id),
    person BYTES NOT NULL REFERENCES people (id),
    PRIMARY KEY (class, person)
);
CREATE INDEX members_by_person ON members (person);
CREATE TABLE codes (
    id BYTES PRIMARY KEY,
    class BYTES NOT NULL REFERENCES classes (id),
    person BYTES REFERENCES people (id),
    secret BYTES NOT NULL,
    created NUMBER NOT NULL,
    ends NUMBER NOT NULL
);
CREATE TABLE laptops (
    id BYTES PRIMARY KEY,
    person BYTES NOT NULL REFERENCES people (id),
    key BYTES NOT NULL UNIQUE,
    name TEXT NOT NULL,
    joined NUMBER NOT NULL,
    withdrawn NUMBER,
    seen NUMBER NOT NULL,
    ahead NUMBER NOT NULL DEFAULT 0
);
CREATE INDEX laptops_by_person ON laptops (person);
CREATE TABLE logins (
    token BYTES PRIMARY KEY,
    person BYTES NOT NULL REFERENCES people (id),
    created NUMBER NOT NULL,
    seen NUMBER NOT NULL,
    ends NUMBER NOT NULL
);
CREATE TABLE audit (
    number COUNTED,
    at NUMBER NOT NULL,
    who BYTES,
    action TEXT NOT NULL,
    about TEXT NOT NULL,
    details TEXT NOT NULL
);
CREATE TABLE entries (
    person BYTES NOT NULL REFERENCES people (id),
    id BYTES NOT NULL,
    number NUMBER NOT NULL,
    sort TEXT NOT NULL,
    laptop BYTES,
    received NUMBER NOT NULL,
    body BYTES NOT NULL,
    PRIMARY KEY (person, id)
);
CREATE UNIQUE INDEX entries_in_order ON entries (person, number);
CREATE TABLE skills (
    person BYTES NOT NULL,
    skill TEXT NOT NULL,
    week NUMBER NOT NULL,
    answers NUMBER NOT NULL,
    rights NUMBER NOT NULL,
    milliseconds NUMBER NOT NULL,
    target NUMBER NOT NULL,
    PRIMARY KEY (person, skill, week)
);
CREATE TABLE mistakes (
    person BYTES NOT NULL,
    skill TEXT NOT NULL,
    mistake TEXT NOT NULL,
    week NUMBER NOT NULL,
    times NUMBER NOT NULL,
    example BYTES NOT NULL,
    PRIMARY KEY (person, skill, mistake, week)
);
CREATE TABLE days (
    person BYTES NOT NULL,
    day NUMBER NOT NULL,
    answers NUMBER NOT NULL,
    rights NUMBER NOT NULL,
    milliseconds NUMBER NOT NULL,
    PRIMARY KEY (person, day)
);
CREATE TABLE assignments (
    id BYTES PRIMARY KEY,
    class BYTES NOT NULL REFERENCES classes (id),
    body BYTES NOT NULL,
    created NUMBER NOT NULL,
    withdrawn NUMBER
);
CREATE INDEX assignments_by_class ON assignments (class);
CREATE TABLE work (
    person BYTES NOT NULL,
    session BYTES NOT NULL,
    assignment BYTES NOT NULL,
    answers NUMBER NOT NULL,
    rights NUMBER NOT NULL,
    milliseconds NUMBER NOT NULL,
    began NUMBER NOT NULL,
    last NUMBER NOT NULL,
    PRIMARY KEY (person, session)
);
CREATE INDEX work_by_assignment ON work (assignment, person);
""",
    # Step 2: hours instead of days, because days begin at different hours in different places; indexes for recent
    # weeks;
    # exam orders and copies of sittings.
    """
DROP TABLE days;
CREATE TABLE hours (
    person BYTES NOT NULL,
    hour NUMBER NOT NULL,
    answers NUMBER NOT NULL,
    rights NUMBER NOT NULL,
    milliseconds NUMBER NOT NULL,
    PRIMARY KEY (person, hour)
);
CREATE INDEX skills_of_late ON skills (person, week, skill, answers, rights, milliseconds, target);
CREATE INDEX mistakes_of_late ON mistakes (person, week, skill, mistake, times);
CREATE TABLE exam_orders (
    person BYTES NOT NULL REFERENCES people (id),
    sitting BYTES NOT NULL,
    class BYTES NOT NULL REFERENCES classes (id),
    said TEXT NOT NULL,
    paper BYTES NOT NULL,
    who TEXT NOT NULL,
    at NUMBER NOT NULL,
    PRIMARY KEY (person, sitting)
);
CREATE TABLE sitting_copies (
    person BYTES NOT NULL REFERENCES people (id),
    sitting TEXT NOT NULL,
    name TEXT NOT NULL,
    laptop BYTES NOT NULL,
    data BYTES NOT NULL,
    at NUMBER NOT NULL,
    PRIMARY KEY (person, sitting, name)
);
""",
    # Step 3: a sealed result belongs to one person, who is found by its id.
    """
CREATE INDEX sittings ON entries (id) WHERE sort = 'sitting';
""",
    # Step 4: every entry but rules belongs to one person and is found by its id; how much each person has stored; until
    # when each laptop was connected and could have sent everything; where the service's mark or time differs from the
    # laptop's; rules that assignments and races use.
    """
DROP INDEX sittings;
CREATE INDEX entries_by_id ON entries (id) WHERE sort <> 'rules';
CREATE TABLE sizes (
    person BYTES PRIMARY KEY,
    total NUMBER NOT NULL
);
INSERT INTO sizes (person, total) SELECT person, sum(length(body)) FROM entries GROUP BY person;
CREATE TABLE contacts (
    laptop BYTES PRIMARY KEY,
    person BYTES NOT NULL,
    until NUMBER NOT NULL
);
CREATE INDEX contacts_by_person ON contacts (person);
CREATE TABLE corrections (
    person BYTES NOT NULL,
    id BYTES NOT NULL,
    is_right NUMBER,
    counted NUMBER,
    PRIMARY KEY (person, id)
);
CREATE TABLE marking (
    person BYTES PRIMARY KEY,
    up_to NUMBER NOT NULL
);
CREATE TABLE shared_rules (
    digest TEXT PRIMARY KEY,
    data BYTES NOT NULL,
    created NUMBER NOT NULL
);
""",
    # Step 5: what the services of one school share while they run: nonces that were used, sources that have to wait,
    # the services themselves, who is connected where, and races.
    """
CREATE TABLE service_keys (
    purpose TEXT PRIMARY KEY,
    secret BYTES NOT NULL
);
CREATE TABLE used_nonces (
    nonce BYTES PRIMARY KEY,
    ends NUMBER NOT NULL
);
CREATE TABLE brakes (
    source TEXT PRIMARY KEY,
    wrong NUMBER NOT NULL,
    ends NUMBER NOT NULL
);
CREATE TABLE services (
    id BYTES PRIMARY KEY,
    beats NUMBER NOT NULL
);
CREATE TABLE presence (
    service BYTES NOT NULL,
    person BYTES NOT NULL,
    body BYTES NOT NULL,
    PRIMARY KEY (service, person)
);
CREATE INDEX presence_by_person ON presence (person);
CREATE TABLE races (
    class BYTES PRIMARY KEY REFERENCES classes (id),
    id BYTES NOT NULL,
    body BYTES NOT NULL,
    number NUMBER NOT NULL,
    is_over NUMBER NOT NULL,
    at NUMBER NOT NULL
);
CREATE TABLE race_answers (
    class BYTES NOT NULL REFERENCES classes (id),
    number NUMBER NOT NULL,
    person BYTES NOT NULL,
    body BYTES NOT NULL,
    PRIMARY KEY (class, number, person)
);
""",
    # Step 6: no change of the tables; the totals of earlier versions also counted answers at simulated devices.
    "",
)

CURRENT = len(STEPS)

# Tables with their columns, in an order in which a backup can be restored. What only running services share (step 5) is
# not in a backup.
TABLES = {
    "people": "id role name login password created gone stored checksum",
    "classes": "id name created ended",
    "members": "class person",
    "codes": "id class person secret created ends",
    "laptops": "id person key name joined withdrawn seen ahead",
    "logins": "token person created seen ends",
    "audit": "at who action about details",
    "entries": "person id number sort laptop received body",
    "skills": "person skill week answers rights milliseconds target",
    "mistakes": "person skill mistake week times example",
    "hours": "person hour answers rights milliseconds",
    "assignments": "id class body created withdrawn",
    "work": "person session assignment answers rights milliseconds began last",
    "exam_orders": "person sitting class said paper who at",
    "sitting_copies": "person sitting name laptop data at",
    "sizes": "person total",
    "contacts": "laptop person until",
    "corrections": "person id is_right counted",
    "marking": "person up_to",
    "shared_rules": "digest data created",
}
REAL_TOTALS = 6  # version from which the totals leave out answers at simulated devices
TOTALS = ("skills", "mistakes", "hours", "work", "sizes")  # computed from entries
DROPPED_TABLES = {"days": "person day answers rights milliseconds"}  # found in older backups
