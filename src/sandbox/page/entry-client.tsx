import '../../page/web/styles/page.css'
import { readPageData } from '../../page/web/page-data.ts'
import { startPage } from '../../page/web/start-page.tsx'
import { withAdditions } from './additions.tsx'

void startPage(withAdditions(readPageData(document)))
