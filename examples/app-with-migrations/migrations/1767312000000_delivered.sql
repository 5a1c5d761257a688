-- Up Migration
ALTER TABLE orders ADD COLUMN delivered boolean NOT NULL DEFAULT false;

-- Down Migration
ALTER TABLE orders DROP COLUMN delivered;
