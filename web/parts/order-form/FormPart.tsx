import type { FormPart as Part } from '@handsfree/core/booking'
import { selectIsPartFinished, selectIsPartOpen } from '@handsfree/core/booking'
import { type ReactNode, useId } from 'react'
import { useIntl } from 'react-intl'
import { InlineList, Section, TextLink } from '../../ui/index.ts'
import styles from './FormPart.module.css'
import {
  changeId,
  closeFormPart,
  openFormPart,
  partId,
  type SectionProps,
  useIsEditable,
  useIsPartOpen,
} from './form-fields.ts'
import { useFormSelector } from './useFormSelector.ts'

export type FormPartProps = SectionProps & {
  part: Part
  title: string
  /** At the end of the heading line while the part is unfolded. */
  aside?: ReactNode
  /** One line, shown while the part is folded. */
  summary: ReactNode
  /** Changes the traveller didn't make; also shown while the part is folded. */
  notice?: ReactNode
  children: ReactNode
}

/** A finished part folds to one line with "Change". */
export function FormPart({ children, aside, ...folded }: FormPartProps) {
  const { form, part, title, notice } = folded
  const intl = useIntl()
  const opens = useFormSelector(form, (snapshot) => selectIsPartOpen(snapshot, part))
  const isFinished = useFormSelector(form, (snapshot) => selectIsPartFinished(snapshot, part))
  if (!useIsPartOpen(opens)) return <FoldedPart isFinished={isFinished} {...folded} />
  return (
    <Section title={title} aside={aside} id={partId(part)}>
      {notice && <div className={styles.news}>{notice}</div>}
      {children}
      {isFinished && opens && (
        <div className={styles.done}>
          <TextLink
            aria-label={intl.formatMessage(
              { id: 'orderForm.donePart' },
              { part: intl.formatMessage({ id: `orderForm.part.${part}` }) },
            )}
            onClick={() => closeFormPart(form, part)}
          >
            {intl.formatMessage({ id: 'orderForm.done' })}
          </TextLink>
        </div>
      )}
    </Section>
  )
}

type FoldedPartProps = Omit<FormPartProps, 'children' | 'aside'> & { isFinished: boolean }

function FoldedPart({ form, part, title, summary, notice, isFinished }: FoldedPartProps) {
  const intl = useIntl()
  const headingId = useId()
  const isEditable = useIsEditable(form)
  return (
    <section className={styles.folded} id={partId(part)} aria-labelledby={headingId}>
      <div className={styles.line}>
        <div className={styles.words}>
          <h2 className={styles.title} id={headingId}>
            {title}
          </h2>
          <div className={isFinished ? styles.summary : styles.unfinished}>
            {isFinished ? <InlineList text={summary} /> : intl.formatMessage({ id: 'orderForm.toFillIn' })}
          </div>
        </div>
        <TextLink
          id={changeId(part)}
          stretched
          disabled={!isEditable}
          aria-label={intl.formatMessage(
            { id: isFinished ? 'orderForm.changePart' : 'orderForm.fillInPart' },
            { part: intl.formatMessage({ id: `orderForm.part.${part}` }) },
          )}
          onClick={() => openFormPart(form, part)}
        >
          {intl.formatMessage({ id: isFinished ? 'orderForm.changeDelivery' : 'orderForm.fillIn' })}
        </TextLink>
      </div>
      {notice && <div className={styles.news}>{notice}</div>}
    </section>
  )
}
