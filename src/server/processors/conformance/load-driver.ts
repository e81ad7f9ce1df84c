import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ProcessorNotLoaded } from '../load-processor.ts'
import type { ConformanceDriver, ConformanceDriverModule } from './driver.ts'

/** Loads a file that exports `createDriver()`. Throws `ProcessorNotLoaded`. */
export async function loadDriver(path: string): Promise<ConformanceDriver> {
  const module: unknown = await import(/* @vite-ignore */ pathToFileURL(resolve(path)).href).catch(
    (cause: unknown) => {
      throw new ProcessorNotLoaded(`the driver "${path}" could not be imported`, { cause })
    },
  )
  if (!isDriverModule(module))
    throw new ProcessorNotLoaded(`the driver "${path}" exports no function createDriver`)
  return module.createDriver()
}

function isDriverModule(module: unknown): module is ConformanceDriverModule {
  return (
    typeof module === 'object' &&
    module !== null &&
    'createDriver' in module &&
    typeof module.createDriver === 'function'
  )
}
