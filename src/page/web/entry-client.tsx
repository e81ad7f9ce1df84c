import './styles/page.css'
import { readPageData } from './page-data.ts'
import { startPage } from './start-page.tsx'

void startPage(readPageData(document))
