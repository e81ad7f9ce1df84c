/** The id of the element of the dashboard's document that its script renders into. */
export const DASHBOARD_ROOT_ID = 'dashboard'
