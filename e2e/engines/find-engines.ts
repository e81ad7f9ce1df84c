import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Engine } from './engine.ts'
import { firefox } from './firefox.ts'
import { webkit } from './webkit.ts'

export const ENGINE_KEYS = ['firefox', 'webkit'] as const
export type EngineKey = (typeof ENGINE_KEYS)[number]

/** An engine, or the program it lacks. */
export type Finding = { name: string } & (
  | { engine: Engine; missing: null }
  | { engine: null; missing: string }
)

const FINDERS: Record<EngineKey, () => Finding> = {
  firefox: () => {
    const program = findProgram('firefox-esr', 'FIREFOX_PATH')
    return program === undefined
      ? { name: 'Firefox ESR', engine: null, missing: 'firefox-esr' }
      : { name: 'Firefox ESR', engine: firefox(program), missing: null }
  },
  webkit: () => {
    const driver = findProgram('WebKitWebDriver', 'WEBKIT_DRIVER_PATH')
    const display = findProgram('Xvfb', 'XVFB_PATH')
    if (driver === undefined || display === undefined) {
      const missing = driver === undefined ? 'WebKitWebDriver' : 'Xvfb'
      return { name: 'WebKitGTK', engine: null, missing }
    }
    return { name: 'WebKitGTK', engine: webkit({ driver, display }), missing: null }
  },
}

/** The engines that are installed, and those that are not; `E2E_ENGINE` selects one. */
export function findEngines(only = process.env['E2E_ENGINE']): Finding[] {
  return ENGINE_KEYS.filter((key) => !only || key === only).map((key) => FINDERS[key]())
}

function findProgram(name: string, variable: string): string | undefined {
  const named = process.env[variable]
  if (named) return named
  const folders = process.env['PATH']?.split(delimiter) ?? []
  return folders.map((folder) => join(folder, name)).find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
