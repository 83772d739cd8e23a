import Models
import Storage

struct SessionClientTable {
    let connection: Connection

    /// For a SELECT in which the table is called c.
    static let columns: SQL = """
        c.app_version, c.device_type, c.device_vendor, c.device_model, c.os_name, c.os_version, c.is_mobile, \
        c.user_agent, c.country, c.city, c.timezone, c.ip_address, c.location
        """

    func insert(_ client: SessionClient, of session: Int64) throws(StorageError) {
        guard client != SessionClient() else { return }
        try connection.enqueue(
            """
            INSERT INTO session_client (session, app_version, device_type, device_vendor, device_model, os_name, \
            os_version, is_mobile, user_agent, country, city, timezone, ip_address, location) \
            VALUES (\(session), \(client.appVersion), \(client.deviceType), \(client.deviceVendor), \
            \(client.deviceModel), \(client.osName), \(client.osVersion), \(client.isMobile), \(client.userAgent), \
            \(client.country), \(client.city), \(client.timezone), \(client.ipAddress), \(client.location))
            """)
    }

    func delete(_ session: Int64) throws(StorageError) {
        try connection.run("DELETE FROM session_client WHERE session = \(session)")
    }
}

extension SessionClient {
    init(_ row: borrowing Row) throws(StorageError) {
        self.init()
        appVersion = try row["app_version"]
        deviceType = try row["device_type"]
        deviceVendor = try row["device_vendor"]
        deviceModel = try row["device_model"]
        osName = try row["os_name"]
        osVersion = try row["os_version"]
        isMobile = try row["is_mobile"]
        userAgent = try row["user_agent"]
        country = try row["country"]
        city = try row["city"]
        timezone = try row["timezone"]
        ipAddress = try row["ip_address"]
        location = try row["location"]
    }
}
