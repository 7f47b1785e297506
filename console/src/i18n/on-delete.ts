const en = {
  restrict: 'Refuse',
  cascade: 'Delete',
  set_null: 'Set to null',
  set_default: 'Set to the default',
  no_action: 'Refuse at the end',
}

const sw: typeof en = {
  restrict: 'Kataa',
  cascade: 'Futa',
  set_null: 'Weka null',
  set_default: 'Weka chaguo-msingi',
  no_action: 'Kataa mwishoni',
}

/** onDelete is what happens to rows when the row that they refer to is deleted. */
export const onDelete = { en, sw }
