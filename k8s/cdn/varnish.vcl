# A cache in front of the gateway, by the rules that a CDN follows too (docs/architecture.md#the-road-of-a-picture). The three
# variables are replaced before it is loaded:
#   envsubst < varnish.vcl > site.vcl && varnishd -f "$PWD/site.vcl" -a :80
# The gateway then has CDN_PURGE_URL=http://<this host>/service/site/purge and one more of TRUSTED_PROXIES.
vcl 4.1;

backend gateway {
  .host = "${GATEWAY_HOST}";
  .port = "${GATEWAY_PORT}";
  # The slowest row of the gateway is an upload; a stream of events is silent for 25 s at most.
  .first_byte_timeout = 125s;
  .between_bytes_timeout = 60s;
}

sub vcl_recv {
  # Purges as Fastly's API takes them: keys in a header, up to 256.
  if (req.method == "POST" && req.url ~ "^/service/[^/]+/purge$") {
    if (req.http.Fastly-Key != "${CDN_PURGE_TOKEN}") {
      return (synth(403));
    }
    ban("obj.http.Surrogate-Key ~ (^|[[:space:]])(" + regsuball(req.http.Surrogate-Key, " ", "|") + ")([[:space:]]|$)");
    return (synth(200));
  }

  # Whatever may be one person's own is neither looked up nor stored: anything that is sent or comes with a token, every call but
  # the models, every file but public pictures. Signed addresses are among the files.
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

  # What is left is the same for every visitor.
  unset req.http.Cookie;
  return (hash);
}

sub vcl_hash {
  # No page depends on its query, which advertisements fill.
  if (req.url ~ "^/(api|uploads|assets|remotes)/") {
    hash_data(req.url);
  } else {
    hash_data(regsub(req.url, "\?.*$", ""));
  }
  return (lookup);
}

sub vcl_backend_response {
  # The gateway marks what may be stored; a cache that stores by any other rule stores what no event purges.
  if (bereq.uncacheable || beresp.http.Set-Cookie || beresp.http.Cache-Control !~ "(^|[ ,])s-maxage=[1-9]") {
    set beresp.uncacheable = true;
    set beresp.ttl = 10s;
    return (deliver);
  }
  # Not served a second longer, but revalidated by its ETag.
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
  # The keys, and the age for this cache, end here: no cache further on is purged.
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
