# Take the id of the best lead from the list, then read their history.
SUBSCRIBER_ID=$(curl -sS --fail-with-body -H "Authorization: Bearer $LODESTONE_API_KEY" \
  "$LODESTONE_BASE_URL/v1/subscribers?limit=1" | grep -o 'sub_[0-9a-z]*' | head -n 1)

curl -sS --fail-with-body -H "Authorization: Bearer $LODESTONE_API_KEY" \
  "$LODESTONE_BASE_URL/v1/subscribers/$SUBSCRIBER_ID"
