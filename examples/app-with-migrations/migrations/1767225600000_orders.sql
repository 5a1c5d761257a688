-- Up Migration
CREATE TABLE orders (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    item text NOT NULL
);

-- Down Migration
DROP TABLE orders;
