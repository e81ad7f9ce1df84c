import { FIELDS_URL_REQUIRED, type Config } from '../config.ts'
import { CommandFailure, EXIT } from '#client/tools/command-line/exit.ts'

/** The origin of the card's frame. Throws a `CommandFailure` without FIELDS_URL in production's layout. */
export function configuredFieldsUrl({ fieldsUrl }: Pick<Config, 'fieldsUrl'>): string {
  if (fieldsUrl === undefined) throw new CommandFailure(FIELDS_URL_REQUIRED, EXIT.configuration)
  return fieldsUrl
}
