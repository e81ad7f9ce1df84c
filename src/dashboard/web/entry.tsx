import { startDashboard } from './start.tsx'

// Production: nothing is added to the pages.
void startDashboard(() => ({ titlePrefix: '', band: null, home: null }))
