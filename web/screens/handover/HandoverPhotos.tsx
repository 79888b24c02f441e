import { type HandoverActor, selectHandoverPhotoSet, selectPhotoNeed } from '@handsfree/core/handover'
import { policy } from '@handsfree/core/policy'
import { useSelector } from '@xstate/react'
import { useIntl } from 'react-intl'
import { PhotoGrid } from '../../photo/PhotoGrid.tsx'
import styles from './HandoverTag.module.css'

/** Photos of the bags, where the desk has taken none. */
export function HandoverPhotos({ handover }: { handover: HandoverActor }) {
  const intl = useIntl()
  const need = useSelector(handover, selectPhotoNeed)
  return (
    <div className={styles.photos}>
      <PhotoGrid
        photoSet={useSelector(handover, selectHandoverPhotoSet)}
        most={policy.maxPhotos}
        isEditable={useSelector(handover, (snapshot) => snapshot.matches('offered'))}
        legend={intl.formatMessage({ id: 'orderForm.photos' })}
        hint={intl.formatMessage({ id: 'orderForm.photosHint' }, policy)}
        firstLabel={intl.formatMessage({ id: 'orderForm.addPhotos' })}
        labelOf={(number) => intl.formatMessage({ id: 'orderForm.photo' }, { number })}
        // A failed photo has a line of its own already.
        error={
          need === 'missing' ? intl.formatMessage({ id: 'orderForm.problem.photosRequired' }) : undefined
        }
      />
    </div>
  )
}
