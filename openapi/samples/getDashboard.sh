# The last 90 days, archived magnets included.
curl -sS --fail-with-body -H "Authorization: Bearer $LODESTONE_API_KEY" \
  "$LODESTONE_BASE_URL/v1/dashboard?range=90d&scope=all"
