-- The two tables that grow with every turn, in partitions: for a PostgreSQL whose record no longer fits its memory.
-- A partition holds the games of a range of numbers. Numbers are given in order, so a range is a stretch of time: begin a
-- new one each month at the first number of that month. Not by the moment of a step: PostgreSQL keeps a unique key of a
-- partitioned table only if the key has the column it is parted by, and (game, ply) is what two turns at once fall over.
-- Run it while the site is stopped; :first is the number that the next game will have, :next that of the following month.
-- tests/games/test_partitions.py runs this very file and plays on.
BEGIN;

ALTER TABLE games_step RENAME TO games_step_until_now;
ALTER TABLE games_step_until_now RENAME CONSTRAINT games_step_ply_once TO games_step_until_now_ply_once;
ALTER TABLE games_step_until_now ALTER id DROP IDENTITY;
CREATE TABLE games_step (LIKE games_step_until_now INCLUDING CONSTRAINTS) PARTITION BY RANGE (game_id);
ALTER TABLE games_step ADD CONSTRAINT games_step_ply_once UNIQUE (game_id, ply);
ALTER TABLE games_step ADD FOREIGN KEY (game_id) REFERENCES games_game (id) DEFERRABLE INITIALLY DEFERRED;
CREATE SEQUENCE games_step_numbers OWNED BY games_step.id;
SELECT setval('games_step_numbers', COALESCE(max(id), 0) + 1, false) FROM games_step_until_now;
ALTER TABLE games_step ALTER id SET DEFAULT nextval('games_step_numbers');
ALTER TABLE games_step ATTACH PARTITION games_step_until_now FOR VALUES FROM (MINVALUE) TO (:first);
CREATE TABLE games_step_from_:first PARTITION OF games_step FOR VALUES FROM (:first) TO (:next);

ALTER TABLE games_gameevent RENAME TO games_gameevent_until_now;
ALTER TABLE games_gameevent_until_now RENAME CONSTRAINT games_gameevent_seq_once TO games_gameevent_until_now_seq_once;
ALTER TABLE games_gameevent_until_now ALTER id DROP IDENTITY;
CREATE TABLE games_gameevent (LIKE games_gameevent_until_now INCLUDING CONSTRAINTS) PARTITION BY RANGE (game_id);
ALTER TABLE games_gameevent ADD CONSTRAINT games_gameevent_seq_once UNIQUE (game_id, seq);
ALTER TABLE games_gameevent ADD FOREIGN KEY (game_id) REFERENCES games_game (id) DEFERRABLE INITIALLY DEFERRED;
CREATE SEQUENCE games_gameevent_numbers OWNED BY games_gameevent.id;
SELECT setval('games_gameevent_numbers', COALESCE(max(id), 0) + 1, false) FROM games_gameevent_until_now;
ALTER TABLE games_gameevent ALTER id SET DEFAULT nextval('games_gameevent_numbers');
ALTER TABLE games_gameevent ATTACH PARTITION games_gameevent_until_now FOR VALUES FROM (MINVALUE) TO (:first);
CREATE TABLE games_gameevent_from_:first PARTITION OF games_gameevent FOR VALUES FROM (:first) TO (:next);

COMMIT;
