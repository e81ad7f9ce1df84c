import type { z } from 'zod'

type Issue = z.core.$ZodRawIssue

const KINDS: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

const FORMATS: Record<string, string> = {
  datetime: 'a time in UTC as in 2026-11-20T16:42:07.311Z',
  date: 'a date as in 2026-11-20',
  uuid: 'a UUID',
}

const UNITS: Record<string, string> = { string: 'characters', array: 'items' }

/** The message of an issue whose schema states none. The validator's own messages would name its types and patterns. */
export function issueMessage(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${KINDS[issue.expected] ?? 'of another type'}`
    case 'too_big':
      return `must ${quantity('most', Number(issue.maximum), issue.origin)}`
    case 'too_small':
      return `must ${quantity('least', Number(issue.minimum), issue.origin)}`
    case 'invalid_format':
      return `must be ${FORMATS[issue.format] ?? 'in the documented form'}`
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`
    case 'invalid_union':
      return 'must be one of the documented kinds'
    case 'invalid_key':
      return `its name ${issue.issues.map(({ message }) => message).join(', ')}`
    case 'custom':
    case 'invalid_element':
    case 'not_multiple_of':
    case 'unrecognized_keys':
      return 'is not valid'
  }
}

function quantity(bound: 'least' | 'most', limit: number, origin: string): string {
  const unit = UNITS[origin]
  return unit === undefined ? `be at ${bound} ${limit}` : `have at ${bound} ${limit} ${unit}`
}
