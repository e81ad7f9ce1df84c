const BODY = /\$(\w*)\$.*?\$\1\$/gs
const COMMENT = /--.*$/gm
const LARGE_TABLE = /create\s+table\s+(?:if\s+not\s+exists\s+)?(?:public\.)?(\w+)/gi

/** What a migration must not do to an existing table, and why. */
const RULES: [pattern: RegExp, why: string][] = [
  [
    /^create\s+(unique\s+)?index\s+(?!concurrently).*?\bon\s+(?:only\s+)?(?<table>\w+)/is,
    'builds an index while writes are blocked: begin with "-- concurrently"',
  ],
  [
    /^alter\s+table\s+(?:only\s+)?(?<table>\w+)\s+add\s+(column\s+)?(?!constraint)(?!.*\bdefault\b).*\bnot\s+null\b/is,
    'adds a required column without a value: give it a default',
  ],
  [
    /^alter\s+table\s+(?:only\s+)?(?<table>\w+).*\bdefault\s+\(?(random|gen_random_uuid|clock_timestamp|nextval|uuidv7|timeofday)\b/is,
    'rewrites the table for a volatile default: backfill it later',
  ],
  [
    /^alter\s+table\s+(?:only\s+)?(?<table>\w+).*\badd\s+(constraint\s+\w+\s+)?(check|foreign\s+key)\b(?!.*\bnot\s+valid\b)/is,
    'scans the table while writes are blocked: "not valid" first, and "validate constraint" in the next migration',
  ],
  [
    /^alter\s+table\s+(?:only\s+)?(?<table>\w+).*\badd\s+(constraint\s+\w+\s+)?(unique|primary\s+key)\b(?!\s+using\s+index)/is,
    'builds an index while writes are blocked: build it concurrently, then "using index"',
  ],
  [
    /^alter\s+table\s+(?:only\s+)?(?<table>\w+).*\bset\s+not\s+null\b/is,
    'scans the table while writes are blocked: add a check that is "not valid", and validate it',
  ],
  [
    /^alter\s+table\s+(?:only\s+)?(?<table>\w+).*\b(set\s+data\s+)?type\s+\w+/is,
    'rewrites the table: add another column',
  ],
  [
    /^alter\s+table\s+(?:only\s+)?(?<table>\w+).*\b(drop\s+column|rename)\b/is,
    'removes what the previous release still uses',
  ],
  [
    /^drop\s+table\s+(if\s+exists\s+)?(?<table>\w+)/is,
    'removes what the previous release still uses',
  ],
  [
    /^(update|delete\s+from|truncate(\s+table)?|lock(\s+table)?|cluster|vacuum\s+full|reindex)\s+(only\s+)?(?<table>\w+)/is,
    'locks many rows, or all, until it ends: let the worker do it in batches',
  ],
]

/** Problems that a migration would cause for running servers. `before`: the texts of all earlier migrations. */
export function judgeMigration(sql: string, before: readonly string[]): string[] {
  const known = new Set(before.flatMap(tablesOf))
  const statements = statementsOf(sql)
  const faults = statements.flatMap((text) =>
    RULES.flatMap(([pattern, why]) => {
      const table = pattern.exec(text)?.groups?.['table']
      return table !== undefined && known.has(table.toLowerCase()) ? [`${table}: ${why}`] : []
    }),
  )
  const isConcurrent = sql.startsWith('-- concurrently\n')
  if (isConcurrent !== statements.some((text) => /\bindex\s+concurrently\b/i.test(text)))
    faults.push(
      '"-- concurrently" must be the first line exactly when an index is built concurrently',
    )
  if (
    isConcurrent &&
    (statements.length !== 1 || !/^create\s.*\bif\s+not\s+exists\b/is.test(statements[0] ?? ''))
  )
    faults.push(
      'a concurrent migration must be one statement, "create index concurrently if not exists": it may run twice',
    )
  return faults
}

function tablesOf(sql: string): string[] {
  return [...sql.matchAll(LARGE_TABLE)].map(([, name = '']) => name.toLowerCase())
}

function statementsOf(sql: string): string[] {
  return sql
    .replaceAll(BODY, '')
    .replaceAll(COMMENT, '')
    .split(';')
    .map((text) => text.trim())
    .filter((text) => text !== '')
}
