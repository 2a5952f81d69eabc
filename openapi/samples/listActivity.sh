# The latest runs of one job.
curl -sS --fail-with-body -H "Authorization: Bearer $LODESTONE_API_KEY" \
  "$LODESTONE_BASE_URL/v1/activity?job=send_pending&limit=10"
