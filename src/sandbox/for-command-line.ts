import { changeClock } from './clock/change-clock.ts'
import { presentClock } from './clock/present-clock.ts'
import { sandboxExtension } from './compose.ts'
import { createDemoStore } from './demo-store/demo-store.ts'
import { startFakes } from './fakes/start-fakes.ts'
import { openPageRoutes } from './page-routes.ts'
import { createPreviewSeal } from './preview/preview-seal.ts'
import { simulate } from './simulate/simulate-session.ts'
import { simulation, SIMULATOR_TABLES } from './simulation.ts'

/** The sandbox's interface for the command line: passed in by `main.ts`, or loaded from a checkout of the project. */
export const SANDBOX = {
  changeClock,
  createDemoStore,
  createPreviewSeal,
  openPageRoutes,
  presentClock,
  sandboxExtension,
  simulate,
  simulation,
  simulatorTables: SIMULATOR_TABLES,
  startFakes,
}
