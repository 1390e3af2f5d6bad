# A cache in front of the gateway with the same rules as a CDN (docs/architecture.md#the-road-of-a-picture). The three variables
# must be substituted before it is loaded:
#   envsubst < varnish.vcl > site.vcl && varnishd -f "$PWD/site.vcl" -a :80
# Then set CDN_PURGE_URL=http://<this host>/service/site/purge in the gateway, and raise TRUSTED_PROXIES by one.
vcl 4.1;

backend gateway {
  .host = "${GATEWAY_HOST}";
  .port = "${GATEWAY_PORT}";
  # The gateway's slowest row is the upload; an event stream is silent for at most 25 s.
  .first_byte_timeout = 125s;
  .between_bytes_timeout = 60s;
}

sub vcl_recv {
  # Purge requests in Fastly's format: up to 256 keys in a header.
  if (req.method == "POST" && req.url ~ "^/service/[^/]+/purge$") {
    if (req.http.Fastly-Key != "${CDN_PURGE_TOKEN}") {
      return (synth(403));
    }
    ban("obj.http.Surrogate-Key ~ (^|[[:space:]])(" + regsuball(req.http.Surrogate-Key, " ", "|") + ")([[:space:]]|$)");
    return (synth(200));
  }

  # Responses that may be personal bypass the cache: writes, requests with a token, every call except those of the models, and every
  # file except public pictures. Files with signed addresses bypass it too.
  if (req.method != "GET" && req.method != "HEAD") {
    return (pass);
  }
  if (req.http.Authorization) {
    return (pass);
  }
  if (req.url ~ "^/api/" && req.url !~ "^/api/models(/[^/?]+)?(\?|$)") {
    return (pass);
  }
  if (req.url ~ "^/uploads/" && req.url !~ "^/uploads/(public|blur)/") {
    return (pass);
  }

  # All remaining responses are the same for every visitor.
  unset req.http.Cookie;
  return (hash);
}

sub vcl_hash {
  # Pages ignore the query, which advertisements fill with parameters.
  if (req.url ~ "^/(api|uploads|assets|remotes)/") {
    hash_data(req.url);
  } else {
    hash_data(regsub(req.url, "\?.*$", ""));
  }
  return (lookup);
}

sub vcl_backend_response {
  # The gateway marks responses that may be stored; any other response would be stored without an event that purges it.
  if (bereq.uncacheable || beresp.http.Set-Cookie || beresp.http.Cache-Control !~ "(^|[ ,])s-maxage=[1-9]") {
    set beresp.uncacheable = true;
    set beresp.ttl = 10s;
    return (deliver);
  }
  # Never served stale; revalidated by ETag.
  set beresp.grace = 0s;
  set beresp.keep = 1h;
  return (deliver);
}

sub vcl_deliver {
  if (obj.hits > 0) {
    set resp.http.X-Cache = "HIT";
  } else {
    set resp.http.X-Cache = "MISS";
  }
  # Surrogate keys and s-maxage are for this cache only: caches further downstream receive no purges.
  unset resp.http.Surrogate-Key;
  set resp.http.Cache-Control = regsub(resp.http.Cache-Control, ", s-maxage=[0-9]+", "");
  return (deliver);
}

sub vcl_synth {
  set resp.http.Content-Type = "application/json";
  if (resp.status == 200) {
    set resp.body = """{"status": "ok"}""";
  } else {
    set resp.body = """{"msg": "rejected"}""";
  }
  return (deliver);
}
