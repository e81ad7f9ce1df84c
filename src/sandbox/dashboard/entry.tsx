import { startDashboard } from '#dashboard/web/start.tsx'
import { FirstSteps } from './first-steps.tsx'
import { SandboxBand } from './sandbox-band.tsx'

void startDashboard(({ tag }) => ({
  titlePrefix: '[sandbox] ',
  band: <SandboxBand tag={tag} />,
  home: <FirstSteps tag={tag} />,
}))
