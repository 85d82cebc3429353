-- The journal is the truth; everything else is there to find things quickly. Both databases read this file.
CREATE TABLE IF NOT EXISTS about (
    version INTEGER PRIMARY KEY                 -- of this file
);
INSERT INTO about (version) SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM about);
CREATE TABLE IF NOT EXISTS run (
    started DOUBLE PRECISION PRIMARY KEY,       -- of the server
    seen DOUBLE PRECISION NOT NULL              -- its last sign of life
);
CREATE TABLE IF NOT EXISTS sitting (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    scenario TEXT NOT NULL,
    name TEXT NOT NULL,
    owner TEXT NOT NULL,
    spectators INTEGER NOT NULL,
    created DOUBLE PRECISION NOT NULL,
    changed DOUBLE PRECISION NOT NULL,
    version INTEGER NOT NULL,                   -- entries in its journal
    wake DOUBLE PRECISION,                      -- when the server must look at it: 0 for a bot, else when time is up
    standing TEXT NOT NULL                      -- JSON: who sits where, who is awaited, how it ended
);
CREATE INDEX IF NOT EXISTS sitting_owner ON sitting (owner);
CREATE INDEX IF NOT EXISTS sitting_wake ON sitting (wake) WHERE wake IS NOT NULL;
CREATE TABLE IF NOT EXISTS journal (
    sitting TEXT NOT NULL REFERENCES sitting (id) ON DELETE CASCADE,
    n INTEGER NOT NULL,
    at DOUBLE PRECISION NOT NULL,
    client TEXT NOT NULL,
    matter TEXT NOT NULL,
    PRIMARY KEY (sitting, n)
);
CREATE UNIQUE INDEX IF NOT EXISTS journal_client ON journal (sitting, client) WHERE client <> '';
CREATE TABLE IF NOT EXISTS chair (
    sitting TEXT NOT NULL REFERENCES sitting (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    player TEXT NOT NULL,
    PRIMARY KEY (sitting, seat)
);
CREATE INDEX IF NOT EXISTS chair_player ON chair (player);
CREATE TABLE IF NOT EXISTS player (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    login TEXT UNIQUE,                          -- NULL: a name without an account
    password TEXT NOT NULL DEFAULT '',          -- argon2
    settings TEXT NOT NULL DEFAULT '{}',        -- of the page
    notices TEXT NOT NULL DEFAULT '{}',         -- JSON: where "your turn" is sent
    created DOUBLE PRECISION NOT NULL
);
CREATE TABLE IF NOT EXISTS session (
    token TEXT PRIMARY KEY,                     -- SHA-256 of what the browser holds
    player TEXT NOT NULL REFERENCES player (id) ON DELETE CASCADE,
    created DOUBLE PRECISION NOT NULL,
    expires DOUBLE PRECISION NOT NULL
);
CREATE INDEX IF NOT EXISTS session_player ON session (player);
CREATE TABLE IF NOT EXISTS browser (
    session TEXT PRIMARY KEY REFERENCES session (token) ON DELETE CASCADE,
    name TEXT NOT NULL                          -- what the session was made with, to tell it from others
);
CREATE TABLE IF NOT EXISTS invite (
    token TEXT PRIMARY KEY,                     -- SHA-256 of what the link holds
    sitting TEXT NOT NULL REFERENCES sitting (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    expires DOUBLE PRECISION NOT NULL,
    used DOUBLE PRECISION                       -- NULL until somebody took the seat
);
CREATE INDEX IF NOT EXISTS invite_sitting ON invite (sitting);
CREATE TABLE IF NOT EXISTS note (
    sitting TEXT NOT NULL REFERENCES sitting (id) ON DELETE CASCADE,
    player TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (sitting, player)
);
CREATE TABLE IF NOT EXISTS notice (
    sitting TEXT NOT NULL REFERENCES sitting (id) ON DELETE CASCADE,
    player TEXT NOT NULL,
    stamp INTEGER NOT NULL,                     -- the turn it speaks of
    way TEXT NOT NULL,                          -- mail, webhook, push
    due DOUBLE PRECISION,                       -- NULL: sent, needless or given up
    tries INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (sitting, player, stamp, way)
);
CREATE INDEX IF NOT EXISTS notice_due ON notice (due) WHERE due IS NOT NULL;
CREATE TABLE IF NOT EXISTS blocked (
    who TEXT PRIMARY KEY,                       -- a player's id or an address
    at DOUBLE PRECISION NOT NULL,
    why TEXT NOT NULL                           -- for the operator
);
CREATE TABLE IF NOT EXISTS welcome (            -- who may open tables where not everybody may
    player TEXT PRIMARY KEY REFERENCES player (id) ON DELETE CASCADE,
    at DOUBLE PRECISION NOT NULL
);
CREATE TABLE IF NOT EXISTS welcome_link (
    token TEXT PRIMARY KEY,                     -- SHA-256 of what the link holds
    expires DOUBLE PRECISION NOT NULL,
    used DOUBLE PRECISION                       -- NULL until somebody has used it
);
CREATE TABLE IF NOT EXISTS presence (
    player TEXT PRIMARY KEY REFERENCES player (id) ON DELETE CASCADE,
    at DOUBLE PRECISION NOT NULL                -- when the person was last at a table
);
CREATE TABLE IF NOT EXISTS listing (            -- sittings in lists of their own
    sitting TEXT PRIMARY KEY REFERENCES sitting (id) ON DELETE CASCADE,
    status TEXT NOT NULL,                       -- open: anybody may join; watch; over
    at DOUBLE PRECISION NOT NULL                -- since when
);
CREATE INDEX IF NOT EXISTS listing_status ON listing (status, at);
INSERT INTO listing (sitting, status, at) SELECT id, 'over', changed FROM sitting
    WHERE standing LIKE '%"over":true%' AND NOT EXISTS (SELECT 1 FROM listing WHERE listing.sitting = sitting.id);
CREATE TABLE IF NOT EXISTS kept (               -- seats of rematches, until their players take them
    sitting TEXT NOT NULL REFERENCES sitting (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    player TEXT NOT NULL,
    PRIMARY KEY (sitting, seat)
);
CREATE INDEX IF NOT EXISTS kept_player ON kept (player);
CREATE TABLE IF NOT EXISTS secret (             -- keys of the server itself
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS rating (             -- by Glicko-2, for those with accounts and for bots
    player TEXT NOT NULL,                       -- a player's id, or bot:<name>
    game TEXT NOT NULL,
    value DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    games INTEGER NOT NULL,
    PRIMARY KEY (player, game)
);
CREATE TABLE IF NOT EXISTS last_rated (
    player TEXT NOT NULL,
    game TEXT NOT NULL,
    at DOUBLE PRECISION NOT NULL,               -- of the latest rated game
    PRIMARY KEY (player, game)
);
CREATE TABLE IF NOT EXISTS rated (
    sitting TEXT PRIMARY KEY                    -- it counts once, also when it is deleted
);
CREATE TABLE IF NOT EXISTS server (             -- the servers that share this database
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,                         -- machine and process, for the operator
    edition INTEGER NOT NULL,                   -- of the rules it knows: newer ones are larger
    seen DOUBLE PRECISION NOT NULL              -- its last sign of life, by the clock of the database
);
CREATE TABLE IF NOT EXISTS here (               -- who is connected to which server
    server TEXT NOT NULL REFERENCES server (id) ON DELETE CASCADE,
    sitting TEXT NOT NULL,                      -- "": in the lobby
    player TEXT NOT NULL,
    PRIMARY KEY (server, sitting, player)
);
