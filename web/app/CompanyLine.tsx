import { createContact } from '@handsfree/core/account'
import { selectValue } from '@handsfree/core/realtime'
import { useSelector } from '@xstate/react'
import { Anchor } from '../ui/index.ts'
import styles from './CompanyLine.module.css'
import { useScreenActor } from './useScreenActor.ts'

/** The register of site numbers in mainland China, which pages there must link to. */
const icpRegister = 'https://beian.miit.gov.cn/'

/** Name and site number of the company, at the foot of pages. Nothing until they are read. */
export default function CompanyLine() {
  const contact = useScreenActor(createContact)
  const company = useSelector(contact, selectValue(contact))?.company
  return (
    company && (
      <p className={styles.line}>
        {company.name}
        {company.icpNumber && (
          <Anchor className={styles.link} href={icpRegister} target="_blank" rel="noreferrer">
            {company.icpNumber}
          </Anchor>
        )}
      </p>
    )
  )
}
