# Take the id of the newest campaign from the list, then read its figures.
CAMPAIGN_ID=$(curl -sS --fail-with-body -H "Authorization: Bearer $LODESTONE_API_KEY" \
  "$LODESTONE_BASE_URL/v1/campaigns?limit=1" | grep -o 'cmp_[0-9a-z]*' | head -n 1)

curl -sS --fail-with-body -H "Authorization: Bearer $LODESTONE_API_KEY" \
  "$LODESTONE_BASE_URL/v1/campaigns/$CAMPAIGN_ID/metrics"
