# What did AI cost in the last seven days, by model?
curl -sS --fail-with-body -H "Authorization: Bearer $LODESTONE_API_KEY" \
  "$LODESTONE_BASE_URL/v1/usage?range=7d"
