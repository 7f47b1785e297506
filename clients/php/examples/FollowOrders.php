<?php

declare(strict_types=1);

namespace App\Console\Commands;

use App\Models\Shipment;
use Illuminate\Console\Command;
use Illuminate\Support\Facades\DB;
use Msingi\Client;
use Msingi\Live\Change;
use Msingi\Live\Position;

/**
 * FollowOrders is a command of Laravel: `php artisan orders:follow`, under Supervisor or systemd. The table `positions`
 * has a row with the name `orders` and the position null.
 */
final class FollowOrders extends Command
{
    protected $signature = 'orders:follow';
    protected $description = 'Makes a shipment of every order';

    public function handle(): int
    {
        $client = new Client(...config('services.msingi')); // url, project and key
        $place = fn () => DB::table('positions')->where('name', 'orders');
        $stored = $place()->value('position');
        $client->subscribe(
            'orders',
            // What it does and where it stands are one transaction: each order is shipped once, whatever dies.
            fn (Change $change) => DB::transaction(function () use ($change, $place): void {
                Shipment::create(['order_id' => $change->record['id']]);
                $place()->update(['position' => (string) $change->position]);
            }),
            events: ['INSERT'],
            from: $stored === null ? null : Position::fromString($stored),
        );
        while ($client->run(300.0)) {
            DB::purge(); // connections that stood idle may have ended
        }
        return self::SUCCESS;
    }
}
