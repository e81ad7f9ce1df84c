import { startDashboard } from '../../dashboard/web/start.tsx'
import { SandboxBand } from './sandbox-band.tsx'

void startDashboard(({ tag }) => ({ titlePrefix: '[sandbox] ', band: <SandboxBand tag={tag} /> }))
