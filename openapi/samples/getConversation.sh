# Take the id of the latest conversation from the summary, then read it.
ENROLLMENT_ID=$(curl -sS --fail-with-body -H "Authorization: Bearer $LODESTONE_API_KEY" \
  "$LODESTONE_BASE_URL/v1/unibox" | grep -o 'enr_[0-9a-z]*' | head -n 1)

curl -sS --fail-with-body -H "Authorization: Bearer $LODESTONE_API_KEY" \
  "$LODESTONE_BASE_URL/v1/unibox/$ENROLLMENT_ID"
