// The SQL that the plugin of `@pulumi/postgresql` sends, which no test can download. Its resources by the names of their classes.

export interface Role {
    readonly name: string;
    readonly password?: string;
    readonly login?: boolean;
}

export interface Database {
    readonly name: string;
}

export interface Extension {
    readonly name: string;
    readonly database: string;
}

export interface Grant {
    readonly role: string;
    readonly database: string;
    readonly schema?: string;
    /** Without names, `table` means all tables of the schema. */
    readonly objectType: "database" | "schema" | "table";
    /** None: what the role has is revoked. */
    readonly privileges: readonly string[];
}

export interface DefaultPrivileges {
    readonly role: string;
    readonly database: string;
    readonly schema: string;
    readonly owner: string;
    readonly objectType: "table";
    readonly privileges: readonly string[];
}

/** Statements that run one after another in a database, or in that of the connection. */
export interface Script {
    readonly database?: string;
    readonly statements: readonly string[];
}

const identifier = (name: string) => `"${name.replaceAll('"', '""')}"`;
const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;
const transaction = (...statements: readonly string[]) => ["BEGIN", ...statements, "COMMIT"];
/** Two changes of one row of a catalog at the same time would fail. */
const locked = (catalog: string, column: string, name: string) =>
    `SELECT pg_advisory_xact_lock(oid::bigint) FROM ${catalog} WHERE ${column} = ${literal(name)}`;

const objectsOf = ({ objectType, database, schema = "" }: Grant): string =>
    ({
        database: `DATABASE ${identifier(database)}`,
        schema: `SCHEMA ${identifier(schema)}`,
        table: `ALL TABLES IN SCHEMA ${identifier(schema)}`,
    })[objectType];

/** What creates a resource, for the master user `owner`. */
export const creation = {
    Role: ({ name, password, login = false }: Role): Script => ({
        statements: transaction(
            [
                `CREATE ROLE ${identifier(name)} WITH`,
                ...(password === undefined ? [] : [`ENCRYPTED PASSWORD ${literal(password)}`]),
                "VALID UNTIL 'infinity' CONNECTION LIMIT -1 NOSUPERUSER NOCREATEDB NOCREATEROLE INHERIT",
                login ? "LOGIN" : "NOLOGIN",
                "NOBYPASSRLS NOREPLICATION",
            ].join(" "),
        ),
    }),
    Database: ({ name }: Database, owner: string): Script => ({
        statements: [
            [
                `CREATE DATABASE ${identifier(name)} OWNER ${identifier(owner)} TEMPLATE template0 ENCODING 'UTF8'`,
                "ALLOW_CONNECTIONS true CONNECTION LIMIT -1 IS_TEMPLATE false",
            ].join(" "),
        ],
    }),
    Extension: ({ name, database }: Extension): Script => ({
        database,
        statements: transaction(`CREATE EXTENSION IF NOT EXISTS ${identifier(name)}`),
    }),
    Grant: (grant: Grant): Script => {
        const { role, database, objectType, privileges } = grant;
        const objects = objectsOf(grant);
        return {
            database,
            statements: transaction(
                locked("pg_roles", "rolname", role),
                ...(objectType === "database" ? [locked("pg_database", "datname", database)] : []),
                `REVOKE ALL PRIVILEGES ON ${objects} FROM ${identifier(role)}`,
                ...(privileges.length === 0
                    ? []
                    : [`GRANT ${privileges.join(",")} ON ${objects} TO ${identifier(role)}`]),
            ),
        };
    },
    DefaultPrivileges: ({ role, database, schema, owner, privileges }: DefaultPrivileges): Script => {
        const ofOwner = `ALTER DEFAULT PRIVILEGES FOR ROLE ${identifier(owner)} IN SCHEMA ${identifier(schema)}`;
        return {
            database,
            statements: transaction(
                locked("pg_roles", "rolname", owner),
                `${ofOwner} REVOKE ALL ON TABLES FROM ${identifier(role)}`,
                `${ofOwner} GRANT ${privileges.join(",")} ON TABLES TO ${identifier(role)}`,
            ),
        };
    },
};

/** What sets another password of a role. */
export const passwordChange = ({ name, password = "" }: Role): Script => ({
    statements: transaction(
        locked("pg_roles", "rolname", name),
        `ALTER ROLE ${identifier(name)} PASSWORD ${literal(password)}`,
    ),
});
