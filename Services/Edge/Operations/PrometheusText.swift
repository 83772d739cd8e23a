import Models

/// Metrics in the exposition format 0.0.4: all samples of a name together, under two lines that describe them.
struct PrometheusText {
    private var byName: [String: [(origin: [[String]], sample: MetricSample)]] = [:]

    /// Adds samples. Their labels are `service`, and `replica` for the address of a replica if the service has several.
    mutating func add(_ samples: [MetricSample], of service: ServiceName, replica: String? = nil) {
        var origin = [["service", service.description]]
        if let replica { origin.append(["replica", replica]) }
        for sample in samples { byName[sample.name, default: []].append((origin, sample)) }
    }

    func render(only names: Set<String> = []) -> String {
        var text = ""
        for (name, samples) in byName.sorted(by: { $0.key < $1.key }) where names.isEmpty || names.contains(name) {
            guard let kind = samples.first?.sample.kind else { continue }
            text += "# HELP \(name) \(MetricMeanings.meaning(of: name))\n"
            text += "# TYPE \(name) \(kind)\n"
            // Two kinds under the same name would be invalid, so the first kind applies.
            for (origin, sample) in samples where sample.kind == kind { write(sample, origin, to: &text) }
        }
        return text
    }

    private func write(_ sample: MetricSample, _ origin: [[String]], to text: inout String) {
        let labels = sample.labels + origin
        guard sample.kind == .histogram else {
            text += "\(sample.name)\(list(labels)) \(number(sample.value))\n"
            return
        }
        let bounds = sample.bounds.map(number) + ["+Inf"]
        for (bound, count) in zip(bounds, sample.counts) {
            text += "\(sample.name)_bucket\(list(labels + [["le", bound]])) \(count)\n"
        }
        text += "\(sample.name)_sum\(list(labels)) \(number(sample.value))\n"
        text += "\(sample.name)_count\(list(labels)) \(sample.counts.last ?? 0)\n"
    }

    private func list(_ labels: [[String]]) -> String {
        let pairs = labels.compactMap { label -> String? in
            guard label.count == 2 else { return nil }
            return "\(label[0])=\"\(escape(label[1]))\""
        }
        return "{\(pairs.joined(separator: ","))}"
    }

    private func escape(_ value: String) -> String {
        var escaped = ""
        for character in value.unicodeScalars {
            switch character {
            case "\\": escaped += "\\\\"
            case "\"": escaped += "\\\""
            case "\n": escaped += "\\n"
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }

    private func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        if value == value.rounded(), abs(value) < 1e15 { return String(Int64(value)) }
        return "\(value)"
    }
}

enum MetricMeanings {
    static func meaning(of name: String) -> String {
        if let known = all[name] { return known }
        var words = name.split(separator: "_")
        if words.first == "balise" { words.removeFirst() }
        if words.last == "total" { words.removeLast() }
        return words.joined(separator: " ") + "."
    }

    private static let all = [
        "balise_service_up": "Whether the service answered when it was asked for its metrics.",
        "balise_http_requests_total": "Requests by API, call and status.",
        "balise_http_request_duration_seconds": "From the first byte of a request to its answer.",
        "balise_edge_authentications_total": "Credentials that were looked up, by where the answer came from.",
        "balise_edge_refused_credentials_total": "Credentials that the edge refused, by reason.",
        "balise_edge_streams_open": "Streams of live places and subscriptions of WebSockets that are open.",
        "balise_edge_stream_events_total": "Places, and ends of them, that were written to streams.",
        "balise_edge_websockets_open": "WebSockets that are open.",
        "balise_edge_websocket_pushes_total": "Places that were pushed to WebSockets.",
        "balise_bus_events_total": "Events of the message bus, by kind, including refusals of every peer.",
        "balise_bus_peer_up": "Whether an address of another service is connected and answers.",
        "balise_location_disk_full_requests_total": "Calls that location refused because the disk is full.",
        "balise_location_dropped_locations_total":
            "Locations that were acknowledged and dropped, because new devices need a key and these had none.",
        "balise_location_lost_visits_total":
            "Reads of places that were refused because their visit could not be recorded.",
        "balise_identity_accounts_created_total": "Accounts that were made.",
        "balise_identity_accounts_imported_total": "Accounts that were imported.",
        "balise_identity_failures_total": "Calls to identity that were refused, by reason.",
        "balise_identity_hashes_waiting": "Passwords that wait to be hashed.",
        "balise_identity_messages_total": "Attempts to send messages to users, by outcome.",
        "balise_identity_messages_waiting": "Messages to users that wait to be sent.",
        "balise_identity_messages_given_up": "Messages to users that were given up in the last days.",
        "balise_identity_password_hash_seconds": "How long it takes to hash a password.",
        "balise_identity_request_duration_seconds": "How long identity takes for a call.",
        "balise_identity_second_apple_accounts_total":
            "Second accounts that users made with Sign in with Apple.",
        "balise_identity_sign_in_duration_seconds": "How long identity takes to check a sign-in.",
        "balise_identity_sign_ins_total": "Sign-ins that identity checked, by outcome.",
        "balise_auth_session_sign_ins_total": "Sign-ins by way in and outcome.",
        "balise_auth_session_sign_in_seconds": "How long a sign-in takes.",
        "balise_auth_session_registrations_total": "Registrations by outcome.",
        "balise_auth_session_registration_seconds": "How long a registration takes.",
        "balise_auth_session_refreshes_total": "Refreshed sessions by outcome.",
        "balise_auth_session_refresh_seconds": "How long it takes to refresh a session.",
        "balise_auth_session_installations":
            "Sessions active in the last 30 days, by version of the app or by system; kinds with fewer than ten as others.",
        "balise_auth_session_ended_sessions_total": "Sessions that have ended, by reason.",
        "balise_auth_session_refused_credentials_total": "Tokens and keys that were refused, by reason.",
        "balise_auth_session_refused_identity_tokens_total": "Identity tokens of others that were refused, by reason.",
        "balise_auth_session_exchanges_total": "Tokens that were exchanged for shorter ones, by outcome.",
        "balise_auth_session_provider_sign_ins_total":
            "Answers of identity providers after users signed in on their web pages, by outcome.",
        "balise_auth_session_apple_exchanges_total": "Authorization codes that were exchanged at Apple, by outcome.",
        "balise_auth_session_apple_notifications_total": "Notifications from Apple, by kind.",
        "balise_auth_session_apple_transfers_total":
            "Apple users who were prepared for the transfer of their app to another team, by outcome.",
        "balise_auth_session_apple_revocations_total": "Tokens that were revoked at Apple, by outcome.",
        "balise_auth_session_issuer_key_readings_total": "How often keys of identity providers were read, by outcome.",
        "balise_auth_session_issuer_logouts_total": "Sign-outs that identity providers reported, by outcome.",
        "balise_auth_session_issuer_verifications_total": "Tokens of identity providers that were checked, by outcome.",
        "balise_location_discarded_total":
            "Messages of tracker apps that were acknowledged and not stored, by kind of app and reason.",
        "balise_location_other_tracker_ids_total":
            "Requests of tracker apps that call themselves by another name than their device, by kind of app.",
        "balise_location_denied_requests_total": "Calls for places that were denied, by reason.",
        "balise_push_deliveries_total": "Attempts of deliveries, by channel and resulting state.",
        "balise_push_deliveries_due": "Deliveries that are due and have not left, by channel; 100000 of each at most.",
        "balise_storage_database_bytes": "Bytes that the service's database takes.",
        "balise_storage_free_bytes": "Bytes that the service can still write on the disk of its database.",
        "balise_check_state": "The result of a check: 0 for ok, 1 for a warning, 2 for a failure.",
        "balise_backup_time_seconds":
            "When the service's data were last backed up, in seconds since 1970.",
        "balise_backup_failed":
            "Whether the last backup of all services failed, or two periods of the schedule had none: 1 or 0.",
        "balise_backup_drill_failed": "Whether the last restore drill failed: 1 or 0.",
        "balise_backup_drill_time_seconds": "When the last restore drill began, in seconds since 1970.",
        "balise_credential_end_seconds":
            "When a certificate or a secret of the settings expires, in seconds since 1970.",
        "balise_tracing_dropped_spans_total": "Spans that were dropped, because their receiver did not take them.",
        "balise_service_ready": "Whether the service is ready, as in /readyz.",
        "balise_storage_usable": "Whether the service's database can be read and written.",
        "balise_metrics_refused_series_total": "Series of metrics that were left out because of their number.",
        "process_cpu_seconds_total": "Processor time that the process has used.",
        "process_open_fds": "Files and sockets that the process has open.",
        "process_resident_memory_bytes": "Memory that the process holds.",
        "process_start_time_seconds": "When the process was started, in seconds since 1970.",
    ]
}
